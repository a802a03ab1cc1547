import { ChevronsDownUp, ChevronsUpDown, Eye, EyeOff } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import { budgetTexts } from '@/texts/budget';
import { useBudgetView } from '../view';
import type { BudgetController } from './BudgetController';
import { useGridModel } from './gridModel';
import styles from './rows.module.css';

/** Buttons for all rows at once: collapse or expand the groups, show hidden rows. */
export function TableTools({ controller }: { controller: BudgetController }) {
  const { groups, collapsed, showHidden } = useGridModel();
  const allCollapsed = groups.every((group) => collapsed.has(group.id));
  return (
    <span className={styles.tools}>
      <IconButton
        label={allCollapsed ? budgetTexts.expandAllGroups : budgetTexts.collapseAllGroups}
        className={styles.tool}
        onPress={() => controller.collapseAll(!allCollapsed)}
      >
        {allCollapsed ? <ChevronsUpDown size="1rem" /> : <ChevronsDownUp size="1rem" />}
      </IconButton>
      <IconButton
        label={budgetTexts.showHidden}
        aria-pressed={showHidden}
        className={`${styles.tool} ${showHidden ? styles.pressed : ''}`}
        onPress={() => useBudgetView.setState({ showHidden: !showHidden })}
      >
        {showHidden ? <Eye size="1rem" /> : <EyeOff size="1rem" />}
      </IconButton>
    </span>
  );
}
