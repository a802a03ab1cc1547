import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from '@/components/Dialog';
import { IconButton } from '@/components/IconButton';
import type { Month } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import { budgetTexts } from '@/texts/budget';
import { BudgetTypeButton } from '../bar/BudgetTypeButton';
import { GridModelContext, useGridModel } from '../grid/gridModel';
import { summaryShape } from '../model/amounts';
import { SummaryCard } from '../summary/SummaryCard';
import { Total } from '../summary/Total';
import { switchType } from '../switchType';
import { useBudgetView } from '../view';
import styles from './mobile.module.css';

interface MonthPillProps {
  month: Month;
  today: Month;
}

/** The amount left to budget; a press opens the summary of the month. */
export function MonthPill({ month, today }: MonthPillProps) {
  const model = useGridModel();
  const { totalCell, totalLabel } = summaryShape(model.type, month, today);
  const open = () =>
    pushModal('budget-summary', (close) => (
      <Dialog title={budgetTexts.summary} onClose={close}>
        <GridModelContext value={model}>
          <div className={styles.summary}>
            <SummaryCard month={month} today={today} isCollapsed={false} />
          </div>
        </GridModelContext>
      </Dialog>
    ));
  return (
    <div className={styles.tools}>
      <Button className={styles.pill ?? ''} onPress={open}>
        <Total month={month} cell={totalCell} label={totalLabel} amounts={model.amounts} />
        <ChevronRight size="1.125rem" aria-hidden="true" />
      </Button>
      <BudgetTypeButton type={model.type} onChange={(type) => void switchType(type)} />
      <IconButton
        label={budgetTexts.showHidden}
        aria-pressed={model.showHidden}
        onPress={() => useBudgetView.setState({ showHidden: !model.showHidden })}
      >
        {model.showHidden ? <Eye size="1.125rem" /> : <EyeOff size="1.125rem" />}
      </IconButton>
    </div>
  );
}
