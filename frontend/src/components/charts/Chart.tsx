import { ChartLine, Copy, Download, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import type { AmountFormat } from '@/lib/format/amount';
import { tell } from '@/lib/notices/tell';
import { chartsTexts } from '@/texts/charts';
import { ChartTable } from './ChartTable';
import type { ChartData } from './chart';
import styles from './charts.module.css';
import { Plot } from './Plot';
import { pictureText, savePicture } from './picture';
import { Reading } from './Reading';
import { tableText } from './tableText';
import { usePrinting } from './usePrinting';
import { useShownAs } from './useShownAs';

interface ChartProps {
  data: ChartData;
  amounts: AmountFormat;
  /** What a saved picture is called, without its ending. */
  fileName: string;
  /** Opens what a period is made of. */
  onOpen: (at: number) => void;
  /** The period that has the keyboard when the chart comes back into view; null for none. */
  returnTo?: string | null;
}

/** A chart with its twin, a table of the same figures. */
export function Chart({ data, amounts, fileName, onOpen, returnTo = null }: ChartProps) {
  const { periods, sentence, title } = data;
  const [shown, setShown] = useShownAs(data.id);
  // By key, so that it stays where it is when periods are added.
  const [key, setKey] = useState<string | null>(returnTo);
  const isPrinting = usePrinting();
  const picture = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const isBack = useRef(returnTo === null);
  useEffect(() => {
    if (isBack.current || !place) return;
    isBack.current = true;
    place.focus();
  }, [place]);
  const found = periods.findIndex((period) => period.key === key);
  const at = found < 0 ? null : found;
  const isTable = shown === 'table';

  const move = (next: number, isAloud: boolean) => {
    setKey(periods[next]?.key ?? null);
    if (isAloud) announce(readAloud(data, amounts, next));
  };
  const copy = () =>
    copyText(tableText(data, amounts)).then(
      () => announce(chartsTexts.copied),
      () => tell(chartsTexts.notCopied),
    );
  const save = () => {
    if (!picture.current) return;
    const table = tableText(data, amounts);
    const text = pictureText(picture.current, { title, description: sentence, table });
    savePicture(`${fileName}.svg`, text);
    announce(chartsTexts.savedPicture);
  };
  return (
    <figure className={styles.figure}>
      {!isTable && (
        <>
          <Reading data={data} amounts={amounts} at={at ?? periods.length - 1} onOpen={onOpen} />
          <Plot {...{ data, amounts, at, onOpen, picture, place, setPlace }} onMove={move} />
        </>
      )}
      {(isTable || isPrinting) && <ChartTable data={data} amounts={amounts} onOpen={onOpen} />}
      <figcaption className={styles.caption}>{sentence}</figcaption>
      <div className={styles.tools}>
        <Button onPress={() => setShown(isTable ? 'chart' : 'table')}>
          {isTable ? (
            <ChartLine size="1rem" aria-hidden="true" />
          ) : (
            <Table2 size="1rem" aria-hidden="true" />
          )}
          {isTable ? chartsTexts.showChart : chartsTexts.showTable}
        </Button>
        <Button onPress={() => void copy()}>
          <Copy size="1rem" aria-hidden="true" />
          {chartsTexts.copy}
        </Button>
        {!isTable && (
          <Button onPress={save}>
            <Download size="1rem" aria-hidden="true" />
            {chartsTexts.savePicture}
          </Button>
        )}
      </div>
    </figure>
  );
}

/** A period and its figures as they are announced. */
function readAloud({ periods, series }: ChartData, amounts: AmountFormat, at: number): string {
  const figures = series.map(({ name, values }) =>
    chartsTexts.figure(name, amounts.format(values[at])),
  );
  return chartsTexts.period(periods[at]?.name ?? '', figures);
}
