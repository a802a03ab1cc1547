import type { CSSProperties } from 'react';
import { useAmountCell } from '@/lib/sheet/useCell';
import { categoryCell } from '../model/cells';
import { spentShare } from '../model/spentShare';
import styles from './spentBar.module.css';

interface SpentBarProps {
  sheet: string;
  categoryId: string;
}

/** The share of the available amount that is spent, as a bar under the category's name. */
export function SpentBar({ sheet, categoryId }: SpentBarProps) {
  const spent = useAmountCell(sheet, categoryCell('spent', categoryId));
  const balance = useAmountCell(sheet, categoryCell('balance', categoryId));
  const share = spent === undefined || balance === undefined ? null : spentShare(spent, balance);
  if (!share) return null;
  return (
    <span
      role="img"
      aria-label={share.words}
      data-state={share.state}
      className={styles.bar}
      style={{ '--share': `${share.percent}%` } as CSSProperties}
    />
  );
}
