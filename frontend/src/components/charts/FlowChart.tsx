import { useMemo } from 'react';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import { ChartPlace } from './ChartPlace';
import { written } from './chart';
import styles from './charts.module.css';
import { flowLayout, NODE_PX } from './flowLayout';
import type { PlotProps } from './Plot';
import { shortened } from './things';

const HEIGHT_PX = 460;
const LINE_PX = 20;
/** Narrower drawings are scrolled sideways, so that their names stay readable. */
const LEAST_STEP_PX = 132;
const CHARACTER_PX = 6.6;
const NAME_GAP_PX = 6;
/** The names of the last column have this much room beside it. */
const MOST_NAME_PX = 210;
/** Characters of an amount. */
const MOST_VALUE = 11;

/** Flows of money from one side to the other, each as thick as its amount. */
export function FlowChart(props: PlotProps) {
  const { data, place } = props;
  const width = useWidth(place);
  const count = data.periods.length;
  return (
    <ChartPlace {...props} title={data.title} count={count}>
      {width > 0 && <Ribbons {...props} width={width} />}
    </ChartPlace>
  );
}

function Ribbons(props: PlotProps & { width: number }) {
  const { data, amounts, at, onMove, picture, width: place } = props;
  const scale = useTextScale();
  const { flows = { nodes: [], links: [] } } = data;
  const [series] = data.series;
  const columns = new Set(flows.nodes.map(({ column }) => column)).size;
  const write = written(series ?? {}, amounts);
  const character = CHARACTER_PX * scale;
  const lastColumn = Math.max(0, ...flows.nodes.map(({ column }) => column));
  const lastNames = flows.nodes.filter(({ column }) => column === lastColumn);
  const names = lastNames.map(({ name }) => name.length + MOST_VALUE);
  const margin = Math.min(MOST_NAME_PX * scale, Math.max(0, ...names) * character);
  const width = Math.max(place, margin + (columns - 1) * LEAST_STEP_PX * scale);
  const layout = useMemo(
    () =>
      flowLayout(
        flows,
        (series?.values ?? []).map((value) => value ?? 0),
        { width: width - margin, height: HEIGHT_PX * scale, line: LINE_PX * scale },
      ),
    [flows, series, width, margin, scale],
  );
  const step = columns > 1 ? (width - margin) / (columns - 1) : width;
  const room = (column: number) =>
    (column === lastColumn ? margin : step - NODE_PX) - 2 * NAME_GAP_PX;
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={data.sentence}
      viewBox={`0 0 ${width} ${layout.height}`}
      className={styles.drawing}
      style={{ minInlineSize: width }}
    >
      {layout.links.map(({ d, hue }, index) => (
        <path
          key={data.periods[index]?.key}
          data-item
          d={d}
          data-hue={hue}
          data-at={at === index || undefined}
          className={styles.flow}
          onPointerEnter={() => onMove(index, false)}
          // A click may come before the last move of the pointer is drawn.
          onPointerDown={() => onMove(index, false)}
        />
      ))}
      {layout.nodes.map(({ key, name, x, y, height, hue, value, column }) => {
        // A high node has room for two lines.
        const isHigh = column !== lastColumn && height > 2 * LINE_PX * scale;
        const amount = write(value);
        const fits = Math.floor(room(column) / character);
        const label = shortened(name, Math.max(8, isHigh ? fits : fits - amount.length - 1));
        const left = x + NODE_PX + NAME_GAP_PX;
        const middle = y + height / 2;
        const line = (LINE_PX * scale) / 2;
        return (
          <g key={key}>
            <rect
              x={x}
              y={y}
              width={NODE_PX}
              height={height}
              data-hue={hue}
              className={styles.solid}
            />
            <text
              x={left}
              y={isHigh ? middle - line : middle}
              dominantBaseline="central"
              className={`${styles.axes} ${styles.halo}`}
            >
              {isHigh ? label : `${label} `}
              <tspan
                {...(isHigh ? { x: left, dy: 2 * line } : {})}
                dominantBaseline="central"
                className={styles.nodeValue}
              >
                {amount}
              </tspan>
            </text>
          </g>
        );
      })}
    </svg>
  );
}
