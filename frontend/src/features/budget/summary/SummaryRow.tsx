import {
  ChevronsDownUp,
  ChevronsUpDown,
  Eye,
  EyeOff,
  PanelTopClose,
  PanelTopOpen,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { IconButton } from '@/components/IconButton';
import type { Month } from '@/generated/contract';
import { budgetTexts } from '@/texts/budget';
import { useGridModel } from '../grid/gridModel';
import { SummaryCard } from './SummaryCard';
import styles from './summary.module.css';

interface SummaryRowProps {
  today: Month;
  isCollapsed: boolean;
  allCollapsed: boolean;
  /** None where the window is too low for more than one line. */
  onCollapse: ((collapsed: boolean) => void) | undefined;
  onCollapseGroups: (collapsed: boolean) => void;
  onShowHidden: (shown: boolean) => void;
}

/** One summary card above each month, and the tools of the table in the corner. */
export function SummaryRow(props: SummaryRowProps) {
  const { today, isCollapsed, allCollapsed, onCollapse, onCollapseGroups, onShowHidden } = props;
  const { months, showHidden } = useGridModel();
  return (
    <div
      className={styles.summary}
      data-collapsed={isCollapsed || undefined}
      style={{ '--months': months.length } as CSSProperties}
    >
      <div className={styles.corner}>
        <h1 tabIndex={-1}>{budgetTexts.budget}</h1>
        <div className={styles.tools}>
          {onCollapse && (
            <IconButton
              label={isCollapsed ? budgetTexts.expandSummary : budgetTexts.collapseSummary}
              onPress={() => onCollapse(!isCollapsed)}
            >
              {isCollapsed ? <PanelTopOpen size="1rem" /> : <PanelTopClose size="1rem" />}
            </IconButton>
          )}
          <IconButton
            label={allCollapsed ? budgetTexts.expandAllGroups : budgetTexts.collapseAllGroups}
            onPress={() => onCollapseGroups(!allCollapsed)}
          >
            {allCollapsed ? <ChevronsUpDown size="1rem" /> : <ChevronsDownUp size="1rem" />}
          </IconButton>
          <IconButton
            label={budgetTexts.showHidden}
            aria-pressed={showHidden}
            className={showHidden ? styles.pressed : undefined}
            onPress={() => onShowHidden(!showHidden)}
          >
            {showHidden ? <Eye size="1rem" /> : <EyeOff size="1rem" />}
          </IconButton>
        </div>
      </div>
      {months.map((month) => (
        <SummaryCard key={month} month={month} today={today} isCollapsed={isCollapsed} />
      ))}
    </div>
  );
}
