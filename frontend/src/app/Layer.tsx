import { type ReactNode, useEffect } from 'react';
import { usePref } from '@/lib/prefs/prefs';
import { APP_NAME } from '@/texts/exact';

interface LayerProps {
  title: string;
  children: ReactNode;
}

/** A layer over a screen. While it is open, its title names the tab. */
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
