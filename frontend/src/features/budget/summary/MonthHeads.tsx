import type { CSSProperties } from 'react';
import type { Month } from '@/generated/contract';
import { useGridModel } from '../grid/gridModel';
import { MonthHead } from './MonthHead';
import styles from './summary.module.css';

/** The name and the amount of each month above its columns, where there are several. */
export function MonthHeads({ today }: { today: Month }) {
  const { months } = useGridModel();
  return (
    <div className={styles.heads} style={{ '--months': months.length } as CSSProperties}>
      <div />
      {months.map((month) => (
        <MonthHead key={month} month={month} today={today} />
      ))}
    </div>
  );
}
