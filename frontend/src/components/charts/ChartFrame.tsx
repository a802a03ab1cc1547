import { ChartLine, Copy, Download, Table2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '@/components/Button';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import { saveFile } from '@/lib/files/saveFile';
import { tell } from '@/lib/notices/tell';
import { chartsTexts } from '@/texts/charts';
import styles from './charts.module.css';
import { painted, pictureText } from './picture';
import { usePrinting } from './usePrinting';
import { useShownAs } from './useShownAs';

interface ChartFrameProps {
  /** Names the chart on this device, to remember how it is shown. */
  id: string;
  title: string;
  /** A sentence that sums up the chart. */
  sentence: string;
  /** The name of a saved picture, without its extension. */
  fileName: string;
  /** The drawing, whose picture is saved; null where the table is all there is. */
  drawn: ((picture: RefObject<SVGSVGElement | null>) => ReactNode) | null;
  /** The same figures in the same order. */
  table: ReactNode;
  /** The table as lines with tabs. */
  text: () => string;
  /** The table as comma-separated values. */
  csv: () => string | Promise<string>;
}

/** The files that a chart is saved as; where its table is shown there is no picture of it. */
const KINDS = ['csv', 'svg', 'png'] as const;
const TABLE_KINDS = ['csv'] as const;

type Kind = (typeof KINDS)[number];

/** A drawing with its twin, a table of the same figures, and what can be taken along of both. */
export function ChartFrame(props: ChartFrameProps) {
  const { id, title, sentence, fileName, drawn, table, text, csv } = props;
  const [shown, setShown] = useShownAs(id);
  const isPrinting = usePrinting();
  const picture = useRef<SVGSVGElement>(null);
  const isTable = drawn === null || shown === 'table';
  const copy = () =>
    copyText(text()).then(
      () => announce(chartsTexts.copied),
      () => tell(chartsTexts.notCopied),
    );
  const save = async (kind: Kind) => {
    const content = await contentOf(kind);
    if (!content) return;
    const name = `${fileName}.${kind}`;
    saveFile(name, content);
    announce(chartsTexts.saved(name));
  };
  const contentOf = async (kind: Kind) => {
    if (kind === 'csv') return new Blob([await csv()], { type: 'text/csv;charset=utf-8' });
    if (!picture.current) return null;
    const drawing = pictureText(picture.current, { title, description: sentence, table: text() });
    return kind === 'png'
      ? painted(drawing)
      : new Blob([drawing], { type: 'image/svg+xml;charset=utf-8' });
  };
  return (
    <figure className={styles.figure}>
      {!isTable && drawn?.(picture)}
      {(isTable || isPrinting) && table}
      <figcaption className={styles.caption}>{sentence}</figcaption>
      <div className={styles.tools}>
        {drawn && (
          <Button onPress={() => setShown(isTable ? 'chart' : 'table')}>
            {isTable ? (
              <ChartLine size="1rem" aria-hidden="true" />
            ) : (
              <Table2 size="1rem" aria-hidden="true" />
            )}
            {isTable ? chartsTexts.showChart : chartsTexts.showTable}
          </Button>
        )}
        <Button onPress={() => void copy()}>
          <Copy size="1rem" aria-hidden="true" />
          {chartsTexts.copy}
        </Button>
        {(isTable ? TABLE_KINDS : KINDS).map((kind) => (
          <Button
            key={kind}
            onPress={() => void save(kind).catch(() => tell(chartsTexts.notSaved))}
          >
            <Download size="1rem" aria-hidden="true" />
            {chartsTexts.save(kind.toUpperCase())}
          </Button>
        ))}
      </div>
    </figure>
  );
}
