import { scaleLinear } from 'd3-scale';
import { type PointerEvent, useId, useMemo } from 'react';
import { useTextScale } from '@/components/useRem';
import { useWidth } from '@/components/useWidth';
import { chartsTexts } from '@/texts/charts';
import { number } from '@/texts/locale';
import { ChartPlace } from './ChartPlace';
import { TICK_PX, written } from './chart';
import styles from './charts.module.css';
import { Patterns, patternId } from './Patterns';
import type { PlotProps } from './Plot';
import { lookOf, shortened } from './things';

/** More bars than this are for the table. */
const MOST = 40;
/** From this width on there is room for the names beside the bars. */
const WIDE_PX = 520;
const ROW_PX = { wide: 30, narrow: 46 };
const BAR_PX = 16;
const CHARACTER_PX = 7.2;
const GAP_PX = 12;
/** Names take no more than this part of the width. */
const MOST_NAME = 0.34;

/** Bars one below the other, each with its name and its value. */
export function Ranks(props: PlotProps) {
  const { data, amounts, at, onMove, picture, place } = props;
  const width = useWidth(place);
  const scale = useTextScale();
  const count = Math.min(MOST, data.periods.length);
  const isWide = width >= WIDE_PX * scale;
  const row = ROW_PX[isWide ? 'wide' : 'narrow'] * scale;
  const under = (event: PointerEvent) => {
    const top = place?.getBoundingClientRect().top ?? 0;
    const found = Math.floor((event.clientY - top) / row);
    if (found >= 0 && found < count) onMove(found, false);
  };
  return (
    <ChartPlace {...props} title={data.title} count={count}>
      {width > 0 && (
        <div data-item onPointerMove={under} onPointerDown={under}>
          <Bars {...{ data, amounts, at, picture, width, scale, isWide, row, count }} />
        </div>
      )}
      {data.periods.length > count && (
        <p className={styles.caption}>
          {chartsTexts.moreItems(number(data.periods.length - count))}
        </p>
      )}
    </ChartPlace>
  );
}

interface BarsProps extends Pick<PlotProps, 'data' | 'amounts' | 'at' | 'picture'> {
  width: number;
  /** How much larger than usual the text is. */
  scale: number;
  isWide: boolean;
  /** The height of a row. */
  row: number;
  count: number;
}

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

function useLayout({ data, amounts, width, scale, isWide, count }: BarsProps) {
  return useMemo(() => {
    const [series] = data.series;
    const values = (series?.values ?? []).slice(0, count).map((value) => value ?? 0);
    const write = written(series ?? {}, amounts);
    const compared = data.series.find(({ look }) => look === 'tick')?.values.slice(0, count) ?? [];
    const labels = values.map(write);
    const names = data.periods.slice(0, count).map(({ name }) => name);
    const character = CHARACTER_PX * scale;
    const nameRoom = Math.min(longest(names) * character, width * MOST_NAME);
    const valueRoom = longest(labels) * character + GAP_PX;
    const left = isWide ? nameRoom + GAP_PX : 0;
    const right = isWide ? width - valueRoom : width;
    const all = [...values, ...compared.map((value) => value ?? 0)];
    const x = scaleLinear([Math.min(0, ...all), Math.max(1, ...all)], [left, right]);
    const most = Math.floor(nameRoom / character);
    const shown = names.map((name) =>
      shortened(name, isWide ? most : Math.floor((width - valueRoom) / character)),
    );
    return { values, compared, labels, shown, x, left };
  }, [data, amounts, width, scale, isWide, count]);
}

function Bars(props: BarsProps) {
  const { data, at, picture, width, scale, isWide, row, count } = props;
  const { values, compared, labels, shown, x, left } = useLayout(props);
  const id = useId();
  const periods = data.periods.slice(0, count);
  const height = Math.ceil(row * count + 2);
  const bar = BAR_PX * scale;
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={data.sentence}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.drawing}
    >
      <Patterns id={id} series={periods.map((each) => ({ ...lookOf(each), look: 'stack' }))} />
      {periods.map((period, index) => {
        const { hue, pattern } = lookOf(period);
        const top = index * row;
        const middle = isWide ? top + row / 2 : top + row * 0.3;
        const [from, to] = [x(0), x(values[index] ?? 0)];
        return (
          <g key={period.key}>
            {at === index && (
              <rect
                y={top}
                width={width}
                height={row}
                rx={4}
                className={styles.band}
                data-cursor=""
              />
            )}
            <text
              x={isWide ? left - GAP_PX : 0}
              y={middle}
              textAnchor={isWide ? 'end' : 'start'}
              dominantBaseline="central"
              className={styles.itemName}
            >
              {shown[index]}
            </text>
            <rect
              x={Math.min(from, to)}
              y={isWide ? middle - bar / 2 : top + row * 0.56}
              width={Math.max(1, Math.abs(to - from))}
              height={isWide ? bar : bar * 0.75}
              rx={2}
              data-hue={hue}
              className={pattern === 0 ? styles.solid : styles.hatched}
              fill={pattern === 0 ? undefined : `url(#${patternId(id, hue, pattern)})`}
            />
            <Tick
              x={x(compared[index] ?? 0)}
              top={isWide ? middle - bar / 2 : top + row * 0.56}
              height={isWide ? bar : bar * 0.75}
              isShown={typeof compared[index] === 'number'}
            />
            <text
              x={width}
              y={middle}
              textAnchor="end"
              dominantBaseline="central"
              className={styles.itemValue}
            >
              {labels[index]}
            </text>
          </g>
        );
      })}
      {isWide && <line x1={x(0)} x2={x(0)} y1={0} y2={height} className={styles.zero} />}
    </svg>
  );
}

interface TickProps {
  x: number;
  top: number;
  height: number;
  isShown: boolean;
}

/** The earlier value of a bar, as a line across it. */
function Tick({ x, top, height, isShown }: TickProps) {
  if (!isShown) return null;
  const d = `M${x},${top - TICK_PX}v${height + 2 * TICK_PX}`;
  return (
    <>
      <path d={d} className={styles.tickHalo} />
      <path d={d} className={styles.tick} />
    </>
  );
}
