import { area, line } from 'd3-shape';
import type { DrawnSeries } from './chart';
import styles from './charts.module.css';
import type { ChartLayout } from './layout';

/** More points than this stand too close together to be marked. */
const MOST_DOTS = 36;

interface MarksProps {
  series: DrawnSeries;
  layout: ChartLayout;
  /** The id of the pattern of bars that go down. */
  hatch: string;
}

/** The figures of one series, drawn as it asks. */
export function Marks({ series, layout, hatch }: MarksProps) {
  if (series.look === 'up') {
    return <path d={barsPath(series, layout)} data-hue={series.hue} className={styles.solid} />;
  }
  if (series.look === 'down') {
    return (
      <path
        d={barsPath(series, layout)}
        data-hue={series.hue}
        className={styles.hatched}
        fill={`url(#${hatch})`}
      />
    );
  }
  return <LineMarks series={series} layout={layout} />;
}

function LineMarks({ series, layout }: Omit<MarksProps, 'hatch'>) {
  const { look, hue } = series;
  const points = pointsOf(series, layout);
  const dots = series.values.length <= MOST_DOTS ? points.slice(-series.values.length) : [];
  const zero = layout.y(0);
  const filled = area<Point>(
    ([x]) => x,
    zero,
    ([, y]) => y,
  );
  return (
    <g data-hue={hue}>
      {look === 'area' && <path d={filled(points) ?? ''} className={styles.soft} />}
      <path d={line<Point>()(points) ?? ''} className={styles.line} data-look={look} />
      {dots.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={2.5} className={styles.dot} />
      ))}
    </g>
  );
}

type Point = [x: number, y: number];

/** The points of a line, straight from one to the next; it begins at the value before. */
function pointsOf({ values, before }: DrawnSeries, { centres, left, y }: ChartLayout): Point[] {
  const points = values.map((value, at): Point => [centres[at] ?? left, y(value)]);
  return before === undefined ? points : [[left, y(before)], ...points];
}

/** All bars as one path: a long daily chart has thousands. */
function barsPath({ values }: DrawnSeries, { centres, bar, y }: ChartLayout): string {
  const zero = y(0);
  return values
    .map((value, at) =>
      value === 0
        ? ''
        : `M${(centres[at] ?? 0) - bar / 2},${zero}v${y(value) - zero}h${bar}V${zero}Z`,
    )
    .join('');
}
