import { type ReactNode, useEffect } from 'react';
import { announce } from '@/lib/announce/announce';
import { usePref } from '@/lib/prefs/prefs';
import { APP_NAME } from '@/texts/exact';

interface ScreenProps {
  title: string;
  children: ReactNode;
}

/**
 * A screen of the app: names the tab, tells the change to screen readers and moves the focus to
 * the heading, unless the screen has put it somewhere better (a grid's remembered cell).
 */
export function Screen({ title, children }: ScreenProps) {
  const budget = usePref('budgetName');
  useEffect(() => {
    document.title = [title, budget, APP_NAME].filter(Boolean).join(' · ');
  }, [title, budget]);
  useEffect(() => {
    announce(title);
    return onceHeading((heading) => {
      if (isFree(document.activeElement)) heading.focus({ preventScroll: true });
    });
  }, [title]);
  return children;
}

/**
 * Calls back once the heading exists; a screen that is still loading draws it later. An element
 * that the screen focuses on its first draw takes precedence. Returns a function that cancels.
 */
function onceHeading(act: (heading: HTMLElement) => void): () => void {
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    watcher.disconnect();
    act(heading);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
}

/** Nobody has the keyboard, or a link has that was pressed with a pointer and is left now. */
function isFree(active: Element | null): boolean {
  if (!active || active === document.body) return true;
  return active.matches('[data-region=sidebar] a:not(:focus-visible)');
}
