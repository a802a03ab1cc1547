import { ChartLine, Copy, Download, Table2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '@/components/Button';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import { tell } from '@/lib/notices/tell';
import { chartsTexts } from '@/texts/charts';
import styles from './charts.module.css';
import { pictureText, savePicture } from './picture';
import { usePrinting } from './usePrinting';
import { useShownAs } from './useShownAs';

interface ChartFrameProps {
  /** Names the chart on this device, to remember how it is shown. */
  id: string;
  title: string;
  /** What the chart says, in words. */
  sentence: string;
  /** What a saved picture is called, without its ending. */
  fileName: string;
  /** The drawing, whose picture is saved. */
  drawn: (picture: RefObject<SVGSVGElement | null>) => ReactNode;
  /** The same figures in the same order. */
  table: ReactNode;
  /** The table as lines with tabs. */
  text: () => string;
}

/** A drawing with its twin, a table of the same figures, and what can be taken along of both. */
export function ChartFrame(props: ChartFrameProps) {
  const { id, title, sentence, fileName, drawn, table, text } = props;
  const [shown, setShown] = useShownAs(id);
  const isPrinting = usePrinting();
  const picture = useRef<SVGSVGElement>(null);
  const isTable = shown === 'table';
  const copy = () =>
    copyText(text()).then(
      () => announce(chartsTexts.copied),
      () => tell(chartsTexts.notCopied),
    );
  const save = () => {
    if (!picture.current) return;
    const file = pictureText(picture.current, { title, description: sentence, table: text() });
    savePicture(`${fileName}.svg`, file);
    announce(chartsTexts.savedPicture);
  };
  return (
    <figure className={styles.figure}>
      {!isTable && drawn(picture)}
      {(isTable || isPrinting) && table}
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
