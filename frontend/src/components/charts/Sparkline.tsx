import { max, min, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import styles from './charts.module.css';

interface SparklineProps {
  /** Cents, in order of time. */
  values: readonly number[];
  /** What it shows, in words. */
  label: string;
}

/** Its own units; styles stretch it to the width there is. */
const WIDTH = 120;
const HEIGHT = 36;
const EDGE = 3;

/** A small line that shows how an amount developed, with the line of zero. Nothing can be read off. */
export function Sparkline({ values, label }: SparklineProps) {
  const lowest = Math.min(0, min(values) ?? 0);
  const highest = Math.max(0, max(values) ?? 0);
  const y = scaleLinear([lowest, highest === lowest ? 1 : highest], [HEIGHT - EDGE, EDGE]);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, WIDTH]);
  const places = values.length === 1 ? [0, 1] : range(values.length);
  const valueAt = (at: number) => y(values[at] ?? values[0] ?? 0);
  const filled = area<number>(x, y(0), valueAt);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles.spark}
      data-hue={1}
    >
      <path d={filled(places) ?? ''} className={styles.soft} />
      <path d={`M0 ${y(0)}H${WIDTH}`} className={styles.zero} />
      <path d={line<number>(x, valueAt)(places) ?? ''} className={styles.line} />
    </svg>
  );
}
