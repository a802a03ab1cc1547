/** What a chart shows: periods, and the figures that each of them has. */

/** One position along the chart. */
export interface Period {
  /** A day or month. */
  key: string;
  /** Its full name: 'October 2026'. */
  name: string;
  /** Its short name, for the axis. */
  tick: string;
}

/** How figures are drawn: never told apart by colour alone. */
export type Look = 'area' | 'line' | 'dashed' | 'up' | 'down';

export interface Series {
  id: string;
  name: string;
  /** Cents, one for each period. */
  values: readonly number[];
  /** Cents in the last row of the table. */
  total?: number;
  /** Without one, the figures are read and listed but not drawn. */
  look?: Look;
  /** Which of the colours of charts. */
  hue?: 1 | 2 | 3;
  /** The value before the first period, where a line begins. */
  before?: number;
}

export interface ChartData {
  /** Names the chart on this device, to remember how it is shown. */
  id: string;
  title: string;
  /** What the chart says, in words. */
  sentence: string;
  /** What a period is called in the table's head. */
  periodName: string;
  periods: readonly Period[];
  series: readonly Series[];
}

export interface DrawnSeries extends Series {
  look: Look;
  hue: 1 | 2 | 3;
}

/** The series that are drawn. */
export function drawnSeries({ series }: ChartData): DrawnSeries[] {
  return series.flatMap((each) => {
    const { look, hue = 1 } = each;
    return look ? [{ ...each, look, hue }] : [];
  });
}

export const isBar = ({ look }: { look: Look }) => look === 'up' || look === 'down';
