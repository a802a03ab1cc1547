/** What can be done with a figure, and the properties of what does it. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { chartsTexts } from '@/texts/charts';
import { type ChartData, readSeries } from './chart';

export interface FigureWays {
  /** Which figure of its screen it is; the keyboard finds it again by this. */
  id: string;
  name: string;
  /** Shows what it is made of. `from` is what the keyboard comes back to, if it is another place. */
  open: (from?: string) => void;
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
    onClick: () => ways.open(),
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

/** The way from a figure of a chart, of a period or in all, to its transactions. Null for none. */
export type FigureOf = (series: string, at: number | null) => FigureWays | null;

export const nothingBehind: FigureOf = () => null;

/** The drawing as the place of the figure that its cursor reads. */
export const plotFigure = (id: string) => `${id}/plot`;

/** Where a figure stands in a chart; null if it is none of its figures. */
export function placeOfFigure(
  data: ChartData,
  figure: string,
  figureOf: FigureOf,
): { key: string; series: string } | null {
  for (const { id, values } of readSeries(data)) {
    const at = values.findIndex((_, at) => {
      const found = figureOf(id, at)?.id ?? '';
      return found === figure || plotFigure(found) === figure;
    });
    const period = data.periods[at];
    if (period) return { key: period.key, series: id };
  }
  return null;
}
