import styles from './sparkline.module.css';

export interface Line {
  /** One per step; null where there is none. */
  values: readonly (number | null)[];
  look: 'main' | 'other';
}

interface SparklineProps {
  lines: readonly Line[];
  /** What it shows in a sentence. */
  label: string;
  /** The smallest and the largest value in words. */
  ends: readonly [low: string, high: string];
}

/** The drawing is this wide and high in its own measure, and as large as its place on the page. */
const WIDTH = 200;
const HEIGHT = 50;
/** Room for half of the line. */
const EDGE = 2;

const isNumber = (value: number | null): value is number => value !== null;

/** Straight pieces between the values, broken where there is none. */
function path(values: readonly (number | null)[], at: (value: number) => number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  let isDown = false;
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isDown = false;
        return [];
      }
      const command = isDown ? 'L' : 'M';
      isDown = true;
      return [`${command}${(index * step).toFixed(1)} ${at(value).toFixed(1)}`];
    })
    .join('');
}

/** A line without axes: only its direction, its smallest and its largest value can be read. */
export function Sparkline({ lines, label, ends }: SparklineProps) {
  const all = lines.flatMap(({ values }) => values.filter(isNumber));
  if (all.length < 2) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const isFlat = low === high;
  const at = (value: number) =>
    isFlat ? HEIGHT / 2 : EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  return (
    <div className={styles.place}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.drawing}
      >
        {low < 0 && high > 0 && (
          <path className={styles.zero} d={`M0 ${at(0)}L${WIDTH} ${at(0)}`} />
        )}
        {lines.map(({ values, look }) => (
          <path key={look} className={styles[look]} d={path(values, at)} />
        ))}
      </svg>
      <div className={styles.ends} data-flat={isFlat || undefined} aria-hidden="true">
        <span data-amount>{ends[1]}</span>
        {!isFlat && <span data-amount>{ends[0]}</span>}
      </div>
    </div>
  );
}
