import type { Period } from './chart';
import styles from './charts.module.css';
import type { ChartLayout } from './layout';

interface AxesProps {
  layout: ChartLayout;
  periods: readonly Period[];
  label: (cents: number) => string;
}

/** Lines and labels behind the figures; the line of zero is stronger. */
export function Axes({ layout, periods, label }: AxesProps) {
  const { left, right, bottom, height, y, ticks, centres, labelled } = layout;
  return (
    <g className={styles.axes}>
      {ticks.map((cents) => (
        <g key={cents}>
          <line
            x1={left}
            x2={right}
            y1={y(cents)}
            y2={y(cents)}
            className={cents === 0 ? styles.zero : styles.grid}
          />
          <text x={left - 8} y={y(cents)} textAnchor="end" dominantBaseline="central">
            {label(cents)}
          </text>
        </g>
      ))}
      {labelled.map((at) => (
        <g key={at}>
          <line
            x1={centres[at]}
            x2={centres[at]}
            y1={bottom}
            y2={bottom + 4}
            className={styles.grid}
          />
          <text x={centres[at]} y={height - 4} textAnchor={anchorAt(centres[at] ?? 0, layout)}>
            {periods[at]?.tick}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Labels this close to an edge grow away from it. */
const EDGE_PX = 40;

function anchorAt(x: number, { width }: ChartLayout) {
  if (x > width - EDGE_PX) return 'end';
  return x < EDGE_PX ? 'start' : 'middle';
}
