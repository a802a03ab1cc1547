/** A chart's data: periods, each with its figures. */
import type { AmountFormat } from '@/lib/format/amount';
import type { HueAndPattern } from './looks';

/** One position along the chart: a period, or one of the things that are compared. */
export interface Period {
  /** A day or month, or the id of a thing. */
  key: string;
  /** Its full name: 'October 2026'. */
  name: string;
  /** Its short name, for the axis. */
  tick: string;
  /** How a thing is drawn. */
  look?: HueAndPattern;
}

/** How far a tick reaches beyond its bar. */
export const TICK_PX = 3;

/** How figures are drawn: never told apart by colour alone. */
export type Look = 'area' | 'line' | 'dashed' | 'compared' | 'tick' | 'up' | 'down' | 'stack';

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
  /** How its values are written where they are no money. */
  format?: (value: number) => string;
}

/** The values of a series as they are written. */
export function written(
  { format }: Pick<Series, 'format'>,
  amounts: AmountFormat,
): (value: number | null | undefined) => string {
  if (!format) return amounts.format;
  return (value) => (value === null || value === undefined ? '' : format(value));
}

export interface ChartData {
  /** Names the chart on this device, to remember how it is shown. */
  id: string;
  title: string;
  /** A sentence that sums up the chart. */
  sentence: string;
  /** The word for a period in the table's head. */
  periodName: string;
  periods: readonly Period[];
  series: readonly Series[];
  /** The period that is read first; undefined for the last one that has a value. */
  start?: number | undefined;
  /** Places of the chart that have a name, such as today. */
  marks?: readonly Mark[];
  flows?: Flows;
  inner?: readonly InnerPart[];
  /** How values are written where they are no money. */
  format?: (value: number) => string;
}

/** A part of a ring within another one; it holds the next `count` parts of the outer ring. */
export interface InnerPart {
  key: string;
  name: string;
  count: number;
  hue: Hue;
}

/** Something that money flows through. */
export interface FlowNode {
  key: string;
  name: string;
  /** From 0, from left to right. */
  column: number;
  hue: Hue;
}

/** Where money flows; each flow is one of the periods of the chart, in their order. */
export interface Flows {
  nodes: readonly FlowNode[];
  links: readonly { source: string; target: string }[];
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
