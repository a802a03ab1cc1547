import { type ReactNode, useEffect } from 'react';
import { usePref } from '@/lib/prefs/prefs';
import { APP_NAME } from '@/texts/exact';

interface LayerProps {
  title: string;
  children: ReactNode;
}

/** A layer over a screen: names the tab while it is there. */
export function Layer({ title, children }: LayerProps) {
  const budget = usePref('budgetName');
  useEffect(() => {
    const before = document.title;
    document.title = [title, budget, APP_NAME].filter(Boolean).join(' · ');
    return () => {
      document.title = before;
    };
  }, [title, budget]);
  return children;
}
