import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '@/lib/announce/announce';
import type { AmountFormat } from '@/lib/format/amount';
import type { Shortcut } from '@/lib/keys/keys';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { chartsTexts } from '@/texts/charts';
import { ChartFrame } from './ChartFrame';
import { ChartTable } from './ChartTable';
import { type ChartData, readSeries, written } from './chart';
import { type FigureOf, nothingBehind, placeOfFigure } from './figure';
import { Plot, type PlotProps } from './Plot';
import { Reading } from './Reading';
import { tableCsv, tableText } from './tableText';

interface ChartProps {
  data: ChartData;
  amounts: AmountFormat;
  /** The name of a saved picture, without its extension. */
  fileName: string;
  /** Opens what a period is made of; without it nothing can be opened. */
  onOpen?: (at: number) => void;
  /** The way from a figure of a period, or from its total, to its transactions; null for none. */
  figureOf?: FigureOf;
  /** The period that has the keyboard when the chart comes back into view; null for none. */
  returnTo?: string | null;
  /** The figure that is returned to; the chart then reads it. */
  returnFigure?: string | null;
  /** Explains beside the drawing how its figures are calculated. */
  explains?: boolean;
  /** Exports its figures as CSV, if they are more than its table. */
  csv?: () => Promise<string>;
  /** Draws it otherwise than along an axis of periods. */
  drawing?: (props: PlotProps) => ReactNode;
}

/** A chart of periods with its twin, a table of the same figures. */
export function Chart(props: ChartProps) {
  const { data, amounts: money, fileName, onOpen, figureOf = nothingBehind } = props;
  const {
    returnTo = null,
    returnFigure = null,
    drawing: Drawn = Plot,
    explains = false,
    csv,
  } = props;
  const { id, periods, sentence, title, format } = data;
  const amounts = useMemo(() => (format ? writing(money, format) : money), [money, format]);
  // By key, so that it stays where it is when periods are added.
  const [start] = useState(() => returnFigure && placeOfFigure(data, returnFigure, figureOf));
  const [key, setKey] = useState<string | null>(start ? start.key : returnTo);
  const [chosen, setChosen] = useState<string | null>(start ? start.series : null);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const isBack = useRef(returnTo === null);
  const goBack = useCallback((element: HTMLElement | null) => {
    if (isBack.current || !element) return;
    isBack.current = true;
    element.focus();
  }, []);
  useEffect(() => goBack(place), [goBack, place]);
  useShortcuts(place ? [goToChart(() => place.focus())] : NO_KEYS);
  const found = periods.findIndex((period) => period.key === key);
  const at = found < 0 ? null : found;
  const read = readSeries(data);
  const series = read.find(({ id }) => id === chosen) ?? read[0];
  const usual = Drawn === Plot ? firstRead(data) : 0;
  const explain = explains && series ? figureOf(series.id, at ?? usual)?.explain : undefined;

  const move = (next: number, isAloud: boolean) => {
    setKey(periods[next]?.key ?? null);
    if (isAloud) announce(readAloud(data, amounts, next));
  };
  const choose = (next: string) => {
    setChosen(next);
    const found = read.find(({ id }) => id === next);
    const name = periods[at ?? usual]?.name ?? '';
    const value = written(found ?? {}, amounts)(found?.values[at ?? usual]);
    announce(chartsTexts.period(name, [chartsTexts.figure(found?.name ?? '', value)]));
  };
  return (
    <ChartFrame
      id={id}
      title={title}
      sentence={sentence}
      fileName={fileName}
      text={() => tableText(data, amounts)}
      csv={csv ?? (() => tableCsv(data))}
      table={<ChartTable {...{ data, amounts, onOpen, figureOf, returnTo }} onReturn={goBack} />}
      drawn={(picture) => (
        <>
          <Reading {...{ data, amounts, onOpen, figureOf, chosen, explain }} at={at ?? usual} />
          <Drawn
            {...{ data, amounts, at, usual, onOpen, figureOf, picture, place, setPlace }}
            series={series?.id ?? ''}
            isChosen={chosen !== null}
            onMove={move}
            onChoose={choose}
          />
        </>
      )}
    />
  );
}

/** Starts at the last period with a value in the first series; later periods are in the future. */
function firstRead({ start, series, periods }: ChartData): number {
  if (start !== undefined) return start;
  const last = series[0]?.values.findLastIndex((value) => value !== null) ?? -1;
  return last < 0 ? periods.length - 1 : last;
}

const NO_KEYS: readonly Shortcut[] = [];

/** The key that brings the keyboard to the chart of a screen. */
const goToChart = (run: () => void): Shortcut => ({
  id: 'chart-go',
  scope: 'screen',
  keys: ['C'],
  label: chartsTexts.goToChart,
  run,
});

/** Writes values that are no money. */
function writing(money: AmountFormat, format: (value: number) => string): AmountFormat {
  const write = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : format(value);
  return { ...money, format: write, formatFull: String };
}

/** A period and its figures as they are announced. */
function readAloud(data: ChartData, amounts: AmountFormat, at: number): string {
  const figures = readSeries(data).map(({ name, values, format }) =>
    chartsTexts.figure(name, written({ format }, amounts)(values[at])),
  );
  return chartsTexts.period(data.periods[at]?.name ?? '', figures);
}
