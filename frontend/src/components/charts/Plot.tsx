import { bisectCenter } from 'd3-array';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useMemo,
  useRef,
} from 'react';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import { type AmountFormat, amountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { Axes } from './Axes';
import { type ChartData, isBar } from './chart';
import styles from './charts.module.css';
import { movedTo, otherSeries } from './cursor';
import { type FigureOf, isAsking, plotFigure } from './figure';
import { type ChartLayout, chartLayout, seriesAt } from './layout';
import { Marks } from './Marks';
import { Patterns } from './Patterns';

export interface PlotProps {
  data: ChartData;
  amounts: AmountFormat;
  /** The period under the cursor; null without one. */
  at: number | null;
  /** The period to show before the cursor moves. */
  usual: number;
  /** Moves the cursor; aloud says its figures to screen readers. */
  onMove: (at: number, isAloud: boolean) => void;
  /** Opens what a period is made of. */
  onOpen: ((at: number) => void) | undefined;
  figureOf: FigureOf;
  /** The series whose figure the keys open, and whether it was chosen. */
  series: string;
  isChosen: boolean;
  onChoose: (series: string) => void;
  picture: RefObject<SVGSVGElement | null>;
  /** The element that has the keyboard. */
  place: HTMLDivElement | null;
  setPlace: (element: HTMLDivElement | null) => void;
}

/** The drawn chart. One cursor moves along its periods by pointer, touch and keyboard. */
export function Plot(props: PlotProps) {
  const { data, amounts, at, onMove, onOpen, picture, place, setPlace } = props;
  const { figureOf, series, isChosen, onChoose, usual } = props;
  const width = useWidth(place);
  const textScale = useTextScale();
  const label = useMemo(
    () => data.format ?? amountFormat(amounts.numberFormat, true).format,
    [amounts, data.format],
  );
  const layout = useMemo(
    () => chartLayout(data, { width, textScale, label }),
    [data, width, textScale, label],
  );
  const hint = useId();
  const touched = useRef(false);
  const count = data.periods.length;

  const cursorFigure = figureOf(series, at ?? usual);
  const onKeyDown = (event: KeyboardEvent) => {
    const here = at ?? usual;
    const ways = figureOf(series, here);
    if (ways && isAsking(event)) {
      event.preventDefault();
      return ways.explain();
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') openAt(here, isChosen ? series : null);
    // The first press tells which figure is meant.
    const isUpOrDown = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const other = ways && isUpOrDown && (isChosen ? otherSeries(data, event.key, series) : series);
    if (other) {
      event.preventDefault();
      return onChoose(other);
    }
    const next = movedTo(event.key, here, count);
    if (next !== null) onMove(next, true);
    if (next !== null || event.key === 'Enter') event.preventDefault();
  };
  /** A figure where one is meant; else the period, or its first figure. */
  const openAt = (at: number, series: string | null) => {
    const ways = figureOf(series ?? props.series, at);
    if (series === null && onOpen) return onOpen(at);
    ways?.open(plotFigure(ways.id));
  };
  const under = ({ clientX }: MouseEvent) =>
    bisectCenter(layout.centres, clientX - (place?.getBoundingClientRect().left ?? 0));
  const onPointer = (event: PointerEvent) => {
    touched.current = event.pointerType === 'touch';
    onMove(under(event), false);
  };
  return (
    <div
      ref={setPlace}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor.
      tabIndex={0}
      aria-roledescription={chartsTexts.chart}
      aria-label={data.title}
      aria-describedby={hint}
      className={styles.plot}
      data-figure={cursorFigure ? plotFigure(cursorFigure.id) : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => at === null && onMove(usual, false)}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      // A finger reads the chart; the button beside the figures opens the period.
      onClick={(event) => {
        if (touched.current) return;
        const at = under(event);
        const top = place?.getBoundingClientRect().top ?? 0;
        const hit = seriesAt(layout, at, event.clientY - top);
        if (hit !== null && figureOf(hit, at)) onChoose(hit);
        openAt(at, hit !== null && figureOf(hit, at) ? hit : null);
      }}
    >
      <p id={hint} hidden>
        {cursorFigure ? chartsTexts.figureKeys : onOpen ? chartsTexts.keys : chartsTexts.moveKeys}
      </p>
      {width > 0 && (
        <Drawing {...{ data, layout, label, at, picture }} chosen={isChosen ? series : null} />
      )}
    </div>
  );
}

interface DrawingProps extends Pick<PlotProps, 'data' | 'at' | 'picture'> {
  layout: ChartLayout;
  label: (cents: number) => string;
  /** The series that the cursor reads; null for all. */
  chosen: string | null;
}

function Drawing({ data, layout, label, at, picture, chosen }: DrawingProps) {
  const hatch = useId();
  const { width, height, series, names, right } = layout;
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={data.sentence}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.drawing}
    >
      <Patterns id={hatch} series={series} />
      <Axes layout={layout} periods={data.periods} label={label} />
      {series.map((each) => (
        <Marks key={each.id} series={each} layout={layout} hatch={hatch} />
      ))}
      {names.map(({ series: { id, name, hue }, y }) => (
        <text
          key={id}
          x={right + 8}
          y={y}
          dominantBaseline="central"
          data-hue={hue}
          className={styles.name}
        >
          {name}
        </text>
      ))}
      <Named data={data} layout={layout} />
      {at !== null && <Cursor at={at} layout={layout} chosen={chosen} />}
    </svg>
  );
}

interface CursorProps {
  at: number;
  layout: ChartLayout;
  chosen: string | null;
}

function Cursor({ at, layout, chosen }: CursorProps) {
  const { centres, top, bottom, y, series, bases } = layout;
  const x = centres[at];
  return (
    <g data-cursor="">
      <line x1={x} x2={x} y1={top} y2={bottom} className={styles.cursor} />
      {series
        .filter(({ isQuiet, values }) => !isQuiet && values[at] !== null)
        .map(({ id, hue, look, values }) => (
          <circle
            key={id}
            cx={x}
            cy={y((bases.get(id)?.[at] ?? 0) + (values[at] ?? 0))}
            r={(isBar({ look }) ? 3 : 4.5) + (id === chosen ? 2 : 0)}
            data-hue={hue}
            className={styles.mark}
          />
        ))}
    </g>
  );
}

/** A label of a place this close to the right edge stands on its left. */
const EDGE_PX = 120;

/** The places that have a name, each with a line from top to bottom. */
function Named({ data, layout }: { data: ChartData; layout: ChartLayout }) {
  const { centres, top, bottom, right } = layout;
  return data.marks?.map(({ at, name }) => {
    const x = centres[at] ?? 0;
    const isLate = x > right - EDGE_PX;
    return (
      <g key={name} className={styles.place}>
        <line x1={x} x2={x} y1={top} y2={bottom} />
        <text x={isLate ? x - 6 : x + 6} y={top + 4} textAnchor={isLate ? 'end' : 'start'}>
          {name}
        </text>
      </g>
    );
  });
}
