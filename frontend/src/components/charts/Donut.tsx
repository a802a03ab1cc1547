import { arc, type PieArcDatum, pie } from 'd3-shape';
import { useId } from 'react';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import { ChartPlace } from './ChartPlace';
import { type ChartData, written } from './chart';
import styles from './charts.module.css';
import { Patterns, patternId } from './Patterns';
import type { PlotProps } from './Plot';
import { lookOf, shortened } from './things';

/** From this width on the names stand beside the ring. */
const WIDE_PX = 560;
const RING_PX = 280;
const ROW_PX = 26;
/** The hole is this part of the ring; the one within it stands between these parts. */
const HOLE = 0.58;
const INNER = { from: 0.38, to: 0.56 };
const EDGE = 0.02;

/** Shares of a whole as a ring, with their names and figures beside it. */
export function Donut(props: PlotProps) {
  const { data, place } = props;
  const width = useWidth(place);
  const count = data.periods.length;
  return (
    <ChartPlace {...props} title={data.title} count={count}>
      {width > 0 && <Ring {...props} width={width} />}
    </ChartPlace>
  );
}

function Ring(props: PlotProps & { width: number }) {
  const { data, amounts, at, onMove, picture, width } = props;
  const scale = useTextScale();
  const id = useId();
  const { periods, series } = data;
  const [first, second] = series;
  const values = (first?.values ?? []).map((value) => Math.abs(value ?? 0));
  const isWide = width >= WIDE_PX * scale;
  const size = Math.min(RING_PX, width);
  const row = ROW_PX * scale;
  const legend = periods.length * row;
  const height = Math.ceil(isWide ? Math.max(size, legend) : size + row + legend);
  // Beside a long list the ring stays near its top, in view.
  const middle = isWide ? Math.min(height / 2, size) : size / 2;
  const centre = isWide ? size / 2 : width / 2;
  const slices = pie<number>()
    .sort(null)
    .padAngle(EDGE / 2)(values);
  const shape = arc<PieArcDatum<number>>()
    .innerRadius((size / 2) * HOLE)
    .outerRadius(size / 2 - 4);
  const left = isWide ? size + 32 : 0;
  const top = isWide ? (height - legend) / 2 : size + row / 2;
  const write = written(first ?? {}, amounts);
  const share = written(second ?? {}, amounts);
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={data.sentence}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.drawing}
    >
      <Patterns id={id} series={periods.map((each) => ({ ...lookOf(each), look: 'stack' }))} />
      <g transform={`translate(${centre} ${middle})`}>
        {slices.map((slice, index) => {
          const period = periods[index];
          if (!period) return null;
          const { hue, pattern } = lookOf(period);
          return (
            <path
              key={period.key}
              data-item
              d={shape(slice) ?? ''}
              data-hue={hue}
              className={pattern === 0 ? styles.solid : styles.hatched}
              fill={pattern === 0 ? undefined : `url(#${patternId(id, hue, pattern)})`}
              opacity={at === null || at === index ? 1 : 0.45}
              onPointerEnter={() => onMove(index, false)}
              // A click may come before the last move of the pointer is drawn.
              onPointerDown={() => onMove(index, false)}
            />
          );
        })}
        <InnerRing {...{ data, slices, size }} />
        <text textAnchor="middle" dominantBaseline="central" className={styles.whole}>
          {write(first?.total ?? values.reduce((sum, value) => sum + value, 0))}
        </text>
      </g>
      {periods.map((period, index) => {
        const { hue, pattern } = lookOf(period);
        const y = top + index * row + row / 2;
        return (
          <g
            key={period.key}
            data-item
            onPointerEnter={() => onMove(index, false)}
            onPointerDown={() => onMove(index, false)}
          >
            <rect
              x={left}
              y={y - row / 2}
              width={width - left}
              height={row}
              rx={4}
              className={at === index ? styles.band : styles.clear}
            />
            <rect
              x={left + 6}
              y={y - 6}
              width={12}
              height={12}
              rx={2}
              data-hue={hue}
              className={pattern === 0 ? styles.solid : styles.hatched}
              fill={pattern === 0 ? undefined : `url(#${patternId(id, hue, pattern)})`}
            />
            <text x={left + 26} y={y} dominantBaseline="central" className={styles.itemName}>
              {shortened(period.name, Math.floor((width - left - 26) / (7.2 * scale)) - 20)}
            </text>
            <text
              x={width - 72 * scale}
              y={y}
              textAnchor="end"
              dominantBaseline="central"
              className={styles.itemValue}
            >
              {write(first?.values[index])}
            </text>
            <text
              x={width - 6}
              y={y}
              textAnchor="end"
              dominantBaseline="central"
              className={styles.itemName}
            >
              {share(second?.values[index])}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface InnerRingProps {
  data: ChartData;
  slices: readonly PieArcDatum<number>[];
  size: number;
}

/** What parts of the ring belong together. */
function InnerRing({ data, slices, size }: InnerRingProps) {
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius((size / 2) * INNER.from)
    .outerRadius((size / 2) * INNER.to)
    .padAngle(EDGE);
  let next = 0;
  return data.inner?.map(({ key, name, count, hue }) => {
    const [first, last] = [slices[next], slices[next + count - 1]];
    next += count;
    if (!first || !last) return null;
    const { startAngle } = first;
    return (
      <path
        key={key}
        d={shape({ startAngle, endAngle: last.endAngle }) ?? ''}
        data-hue={hue}
        className={styles.solid}
      >
        <title>{name}</title>
      </path>
    );
  });
}
