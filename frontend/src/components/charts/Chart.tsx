import { useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '@/lib/announce/announce';
import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { ChartFrame } from './ChartFrame';
import { ChartTable } from './ChartTable';
import { type ChartData, readSeries } from './chart';
import { Plot } from './Plot';
import { Reading } from './Reading';
import { tableCsv, tableText } from './tableText';

interface ChartProps {
  data: ChartData;
  amounts: AmountFormat;
  /** What a saved picture is called, without its ending. */
  fileName: string;
  /** Opens what a period is made of; without it nothing can be opened. */
  onOpen?: (at: number) => void;
  /** The period that has the keyboard when the chart comes back into view; null for none. */
  returnTo?: string | null;
}

/** A chart of periods with its twin, a table of the same figures. */
export function Chart({ data, amounts: money, fileName, onOpen, returnTo = null }: ChartProps) {
  const { id, periods, sentence, title, format } = data;
  const amounts = useMemo(() => (format ? writing(money, format) : money), [money, format]);
  // By key, so that it stays where it is when periods are added.
  const [key, setKey] = useState<string | null>(returnTo);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const isBack = useRef(returnTo === null);
  useEffect(() => {
    if (isBack.current || !place) return;
    isBack.current = true;
    place.focus();
  }, [place]);
  const found = periods.findIndex((period) => period.key === key);
  const at = found < 0 ? null : found;

  const move = (next: number, isAloud: boolean) => {
    setKey(periods[next]?.key ?? null);
    if (isAloud) announce(readAloud(data, amounts, next));
  };
  return (
    <ChartFrame
      id={id}
      title={title}
      sentence={sentence}
      fileName={fileName}
      text={() => tableText(data, amounts)}
      csv={() => tableCsv(data)}
      table={<ChartTable data={data} amounts={amounts} onOpen={onOpen} />}
      drawn={(picture) => (
        <>
          <Reading data={data} amounts={amounts} at={at ?? periods.length - 1} onOpen={onOpen} />
          <Plot {...{ data, amounts, at, onOpen, picture, place, setPlace }} onMove={move} />
        </>
      )}
    />
  );
}

/** Writes values that are no money. */
function writing(money: AmountFormat, format: (value: number) => string): AmountFormat {
  const write = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : format(value);
  return { ...money, format: write, formatFull: String };
}

/** A period and its figures as they are announced. */
function readAloud(data: ChartData, amounts: AmountFormat, at: number): string {
  const figures = readSeries(data).map(({ name, values }) =>
    chartsTexts.figure(name, amounts.format(values[at])),
  );
  return chartsTexts.period(data.periods[at]?.name ?? '', figures);
}
