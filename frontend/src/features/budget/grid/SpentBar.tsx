import type { CSSProperties } from 'react';
import { useAmountCell } from '@/lib/sheet/useCell';
import { categoryCell } from '../model/cells';
import { spentShare } from '../model/spentShare';
import { useGridModel } from './gridModel';
import styles from './spentBar.module.css';

interface SpentBarProps {
  sheet: string;
  categoryId: string;
}

/** The share of the available amount that is spent, as a bar under the category's name. */
export function SpentBar({ sheet, categoryId }: SpentBarProps) {
  const spent = useAmountCell(sheet, categoryCell('spent', categoryId));
  const balance = useAmountCell(sheet, categoryCell('balance', categoryId));
  const { type } = useGridModel();
  const isKnown = spent !== undefined && balance !== undefined;
  const share = isKnown ? spentShare(spent, balance, type) : null;
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
