import { area, line } from 'd3-shape';
import { type DrawnSeries, isBar, TICK_PX } from './chart';
import styles from './charts.module.css';
import type { ChartLayout } from './layout';
import { patternId } from './Patterns';

/** More points than this stand too close together to be marked. */
const MOST_DOTS = 36;

interface MarksProps {
  series: DrawnSeries;
  layout: ChartLayout;
  /** The prefix of the ids of the patterns. */
  hatch: string;
}

/** The figures of one series, drawn as it asks. */
export function Marks({ series, layout, hatch }: MarksProps) {
  if (isBar(series)) {
    const { hue, pattern } = series;
    const d = barsPath(series, layout);
    if (pattern === 0) return <path d={d} data-hue={hue} className={styles.solid} />;
    return (
      <path
        d={d}
        data-hue={hue}
        className={styles.hatched}
        fill={`url(#${patternId(hatch, hue, pattern)})`}
      />
    );
  }
  if (series.look === 'tick') {
    return (
      <g data-hue={series.hue}>
        <path d={ticksPath(series, layout)} className={styles.tickHalo} />
        <path d={ticksPath(series, layout)} className={styles.tick} data-dash={series.pattern} />
      </g>
    );
  }
  return <LineMarks series={series} layout={layout} />;
}

/** A short line across the place of each bar. */
function ticksPath({ values }: DrawnSeries, { centres, bar, y }: ChartLayout): string {
  const width = bar + 2 * TICK_PX;
  return values
    .map((value, at) =>
      value === null ? '' : `M${(centres[at] ?? 0) - width / 2},${y(value)}h${width}`,
    )
    .join('');
}

function LineMarks({ series, layout }: Omit<MarksProps, 'hatch'>) {
  const { look, hue, pattern, isQuiet } = series;
  const points = pointsOf(series, layout);
  const isDotted = series.values.length <= MOST_DOTS && !isQuiet && look !== 'compared';
  const dots = isDotted ? points.slice(-series.values.length).filter(isPoint) : [];
  const zero = layout.y(0);
  const filled = area<Place>(
    ([x]) => x,
    zero,
    ([, y]) => y ?? zero,
  ).defined(isPoint);
  const drawn = line<Place>(
    ([x]) => x,
    ([, y]) => y ?? zero,
  ).defined(isPoint);
  return (
    <g data-hue={hue}>
      {look === 'area' && <path d={filled(points) ?? ''} className={styles.soft} />}
      <path
        d={drawn(points) ?? ''}
        className={styles.line}
        data-look={isQuiet ? 'quiet' : look}
        data-dash={pattern}
      />
      {dots.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={2.5} className={styles.dot} />
      ))}
    </g>
  );
}

/** Where a value stands; null for none, where the line breaks. */
type Place = [x: number, y: number | null];
type Point = [x: number, y: number];

const isPoint = (place: Place): place is Point => place[1] !== null;

/** The points of a line, straight from one to the next; it begins at the value before. */
function pointsOf({ values, before }: DrawnSeries, { centres, left, y }: ChartLayout): Place[] {
  const points = values.map((value, at): Place => {
    return [centres[at] ?? left, value === null ? null : y(value)];
  });
  return before === undefined ? points : [[left, y(before)], ...points];
}

/** All bars as one path: a long daily chart has thousands. */
function barsPath({ id, values }: DrawnSeries, { centres, bar, y, bases }: ChartLayout): string {
  const from = bases.get(id);
  return values
    .map((value, at) => {
      if (!value) return '';
      const base = from?.[at] ?? 0;
      const [foot, head] = [y(base), y(base + value)];
      return `M${(centres[at] ?? 0) - bar / 2},${foot}V${head}h${bar}V${foot}Z`;
    })
    .join('');
}
