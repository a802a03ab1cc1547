import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from '@/components/Dialog';
import { IconButton } from '@/components/IconButton';
import { NoteButton } from '@/components/NoteButton';
import type { Month } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { monthTitle } from '@/lib/format/dates';
import { pushModal } from '@/lib/modals/modals';
import { useNote } from '@/lib/notes/notes';
import { budgetTexts } from '@/texts/budget';
import { FILL_MENU, LEFT_MENU, showComing } from '../actions/wholeMonth';
import { monthNote, saveMonthNote } from '../api';
import { BudgetTypeButton } from '../bar/BudgetTypeButton';
import { useGridModel } from '../grid/gridModel';
import { run } from '../grid/run';
import { summaryShape } from '../model/amounts';
import { MonthPanel } from '../summary/MonthPanel';
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
  const { type, groups, offline, amounts } = model;
  const at = { month, today, type, groups, offline };
  const { lines, totalCell, totalLabel } = summaryShape(type, month, today);
  const open = () =>
    pushModal('budget-summary', (close) => (
      <Dialog title={monthTitle(month)} onClose={close}>
        <MonthNote month={month} />
        <MonthPanel
          at={at}
          lines={lines}
          amounts={amounts}
          actions={[...LEFT_MENU, ...FILL_MENU, showComing]}
          onAct={(act) => {
            close();
            void overlayClosed().then(act);
          }}
        />
      </Dialog>
    ));
  return (
    <div className={styles.tools}>
      <Button className={styles.pill ?? ''} onPress={open}>
        <Total month={month} cell={totalCell} label={totalLabel} amounts={model.amounts} />
        <ChevronRight size="1.125rem" aria-hidden="true" className={styles.more} />
      </Button>
      <BudgetTypeButton type={model.type} isShort onChange={(type) => void switchType(type)} />
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

function MonthNote({ month }: { month: Month }) {
  const known = useNote(monthNote(month));
  return (
    <div className={styles.note}>
      {budgetTexts.note}
      <NoteButton
        about={monthTitle(month)}
        {...known}
        onSave={(note) => void run(saveMonthNote(month, note))}
      />
    </div>
  );
}
