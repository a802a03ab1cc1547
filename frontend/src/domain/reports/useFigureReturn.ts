import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { figureOpenedFrom, forgetFigure } from './returning';

/**
 * Brings the keyboard and the page back to the figure that was opened from here, once it is drawn;
 * not when the person has begun something else by then. Answers its id while it is awaited.
 */
export function useFigureReturn(): string | null {
  const { key, pathname } = useLocation();
  const [opened] = useState(() => figureOpenedFrom(key, pathname));
  useEffect(() => {
    if (!opened) return;
    const stop = onceThere(opened.figure, (figure) => {
      const page = figure.closest('main');
      if (page) page.scrollTop = opened.top;
      figure.focus({ preventScroll: true });
      figure.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      forgetFigure();
    });
    const begun = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const event of begun) addEventListener(event, stop, { once: true, capture: true });
    return () => {
      stop();
      for (const event of begun) removeEventListener(event, stop, { capture: true });
    };
  }, [opened]);
  return opened?.figure ?? null;
}

/** Calls back once a figure is on the page. Returns the function that stops waiting. */
function onceThere(figure: string, act: (element: HTMLElement) => void): () => void {
  const look = () => {
    const found = document.querySelector<HTMLElement>(`[data-figure="${CSS.escape(figure)}"]`);
    if (!found) return;
    watcher.disconnect();
    act(found);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-figure'],
  });
  look();
  return () => watcher.disconnect();
}
