import { ArrowRight } from 'lucide-react';
import { Button } from '@/components/Button';
import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { type ChartData, type Hue, type Look, type Pattern, readSeries, written } from './chart';
import styles from './charts.module.css';
import { ExplainButton } from './ExplainButton';
import { Figure } from './Figure';
import type { FigureOf } from './figure';
import { PatternSwatch } from './Patterns';

interface ReadingProps {
  data: ChartData;
  amounts: AmountFormat;
  /** The period that is read. */
  at: number;
  /** Undefined where there is nothing to open. */
  onOpen: ((at: number) => void) | undefined;
  figureOf: FigureOf;
  /** Explains how the shown figure is calculated; undefined if there is no explanation. */
  explain?: (() => void) | undefined;
  /** The series that the cursor reads; null for all of them. */
  chosen: string | null;
}

/** The figures of one period, which also say how each series is drawn. */
export function Reading(props: ReadingProps) {
  const { data, amounts, at, onOpen, figureOf, chosen, explain } = props;
  const { periods } = data;
  const period = periods[at]?.name ?? '';
  return (
    <div className={styles.reading}>
      <p className={styles.period}>{period}</p>
      <dl className={styles.figures}>
        {readSeries(data).map(({ id, name, look, hue, pattern, values, format }) => (
          <div key={id} data-chosen={id === chosen || undefined}>
            <dt>
              {look && <Swatch look={look} hue={hue ?? 1} pattern={pattern ?? 0} />}
              {name}
            </dt>
            <dd data-amount>
              <Figure ways={figureOf(id, at)}>{written({ format }, amounts)(values[at])}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      {explain && <ExplainButton className={styles.open} onPress={explain} />}
      {onOpen && (
        <Button
          look="link"
          className={styles.open ?? ''}
          aria-label={chartsTexts.openPeriod(period)}
          onPress={() => onOpen(at)}
        >
          {chartsTexts.open}
          <ArrowRight size="1rem" aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

interface SwatchProps {
  look: Look;
  hue: Hue;
  pattern: Pattern;
}

/** How a series is drawn, in small. */
function Swatch({ look, hue, pattern }: SwatchProps) {
  if (look === 'stack') return <PatternSwatch hue={hue} pattern={pattern} />;
  return (
    <svg viewBox="0 0 20 12" className={styles.swatch} data-hue={hue} aria-hidden="true">
      {look === 'up' && <rect x={4} width={12} height={12} className={styles.solid} />}
      {look === 'down' && (
        <>
          <rect x={4.5} y={0.5} width={11} height={11} className={styles.outline} />
          <path d="M5 8l6-7M7 11l8-9M12 11l3-3.5" className={styles.line} />
        </>
      )}
      {look === 'area' && <rect y={6} width={20} height={6} className={styles.soft} />}
      {look === 'tick' && <path d="M3 6h14" className={styles.tick} data-dash={pattern} />}
      {(look === 'area' || look === 'line' || look === 'dashed' || look === 'compared') && (
        <path d="M0 6h20" className={styles.line} data-look={look} data-dash={pattern} />
      )}
    </svg>
  );
}
