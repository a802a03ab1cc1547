import { type DrawnSeries, type Hue, isBar, type Pattern } from './chart';
import styles from './charts.module.css';

/** The id of the pattern of a colour in the drawing whose patterns begin with `id`. */
export const patternId = (id: string, hue: Hue, pattern: Pattern) => `${id}-${hue}-${pattern}`;

interface PatternsProps {
  id: string;
  series: readonly Pick<DrawnSeries, 'hue' | 'pattern' | 'look'>[];
}

/** The patterns that bars are filled with, so that colour alone never tells them apart. */
export function Patterns({ id, series }: PatternsProps) {
  const wanted = new Map(
    series
      .filter((each) => isBar(each) && each.pattern !== 0)
      .map(({ hue, pattern }) => [patternId(id, hue, pattern), { hue, pattern }]),
  );
  return (
    <defs>
      {[...wanted].map(([key, { hue, pattern }]) => (
        <PatternOf key={key} id={key} hue={hue} pattern={pattern} />
      ))}
    </defs>
  );
}

interface PatternOfProps {
  id: string;
  hue: Hue;
  pattern: Pattern;
}

/** One pattern: lines, dots or a grid. */
export function PatternOf({ id, hue, pattern }: PatternOfProps) {
  return (
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform={pattern === 2 ? undefined : 'rotate(45)'}
    >
      <rect width={6} height={6} className={styles.tint} data-hue={hue} />
      {pattern === 2 ? (
        <circle cx={3} cy={3} r={1.6} className={styles.hatch} data-hue={hue} />
      ) : (
        <rect width={2.5} height={6} className={styles.hatch} data-hue={hue} />
      )}
      {pattern === 3 && <rect width={6} height={2.5} className={styles.hatch} data-hue={hue} />}
    </pattern>
  );
}

/** A colour with its pattern, in small. */
export function PatternSwatch({ hue, pattern }: { hue: Hue; pattern: Pattern }) {
  const id = patternId('swatch', hue, pattern);
  return (
    <svg viewBox="0 0 12 12" className={styles.patch} data-hue={hue} aria-hidden="true">
      {pattern !== 0 && (
        <defs>
          <PatternOf id={id} hue={hue} pattern={pattern} />
        </defs>
      )}
      <rect
        x={0.5}
        y={0.5}
        width={11}
        height={11}
        rx={2}
        className={pattern === 0 ? styles.solid : styles.hatched}
        fill={pattern === 0 ? undefined : `url(#${id})`}
      />
    </svg>
  );
}
