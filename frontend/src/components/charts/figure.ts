/** What can be done with a figure, and the properties of what does it. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { chartsTexts } from '@/texts/charts';

export interface FigureWays {
  /** Which figure of its screen it is; the keyboard finds it again by this. */
  id: string;
  name: string;
  /** Shows what it is made of. */
  open: () => void;
  /** Says how it is calculated. */
  explain: () => void;
}

/** The keys that ask how a figure is calculated. */
export function isAsking(event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return false;
  return key === '?' || key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** A button that is a figure. `words` say the figure; Tab stops at one of many only. */
export function figureProps(ways: FigureWays, words: string, isTabStop: boolean) {
  return {
    type: 'button' as const,
    tabIndex: isTabStop ? 0 : -1,
    'aria-label': words,
    'aria-keyshortcuts': '?',
    title: chartsTexts.figureHint,
    'data-figure': ways.id,
    onClick: ways.open,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      ways.explain();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isAsking(event)) return;
      event.preventDefault();
      ways.explain();
    },
  };
}
