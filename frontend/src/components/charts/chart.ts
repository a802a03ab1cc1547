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
export type Look = 'area' | 'line' | 'dashed' | 'up' | 'down' | 'stack';

/** Which of the colours of charts. */
export type Hue = 1 | 2 | 3 | 4 | 5 | 6;

/** Which of the patterns of bars, or dashes of lines; 0 is plain. */
export type Pattern = 0 | 1 | 2 | 3;

export interface Series {
  id: string;
  name: string;
  /** Cents or what the chart counts, one for each period; null where there is none. */
  values: readonly (number | null)[];
  /** Cents in the last row of the table. */
  total?: number;
  /** Without one, the figures are read and listed but not drawn. */
  look?: Look;
  hue?: Hue;
  pattern?: Pattern;
  /** Drawn only: a line that the eye follows, such as a trend. */
  isQuiet?: boolean;
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
  /** Places of the chart that have a name, such as today. */
  marks?: readonly Mark[];
  /** How values are written where they are no money. */
  format?: (value: number) => string;
}

/** A place on the chart. */
export interface Mark {
  /** The position of its period. */
  at: number;
  name: string;
}

export interface DrawnSeries extends Series {
  look: Look;
  hue: Hue;
  pattern: Pattern;
}

/** The series that are drawn. */
export function drawnSeries({ series }: ChartData): DrawnSeries[] {
  return series.flatMap((each) => {
    const { look, hue = 1, pattern = look === 'down' ? 1 : 0 } = each;
    return look ? [{ ...each, look, hue, pattern }] : [];
  });
}

export const isBar = ({ look }: { look: Look }) =>
  look === 'up' || look === 'down' || look === 'stack';

/** The series whose figures are read and listed. */
export const readSeries = ({ series }: ChartData) => series.filter(({ isQuiet }) => !isQuiet);
