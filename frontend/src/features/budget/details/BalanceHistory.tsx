import { useMemo } from 'react';
import { Sparkline } from '@/components/charts/Sparkline';
import { useSparkWords } from '@/components/charts/useSparkWords';
import type { Month } from '@/generated/contract';
import { useValues } from '@/lib/sheet/useCell';
import { chartsTexts } from '@/texts/charts';
import { detailsTexts } from '@/texts/details';
import { cents } from '../model/cells';
import styles from './details.module.css';
import { balanceCells } from './history';

interface BalanceHistoryProps {
  categoryId: string;
  months: readonly Month[];
}

/** What an envelope held at the end of each of the last months, as a line. */
export function BalanceHistory({ categoryId, months }: BalanceHistoryProps) {
  const names = useMemo(() => balanceCells(categoryId, months), [categoryId, months]);
  const cells = useValues(names);
  const values = cells.every((value) => value !== undefined) ? cells.map(cents) : [];
  const { label, ends } = useSparkWords(values);
  const title = detailsTexts.balanceLately;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.spark}>
        <Sparkline
          lines={[{ values, look: 'main' }]}
          label={chartsTexts.named(title, label)}
          ends={ends}
        />
      </div>
    </section>
  );
}
