import { useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { stepDone } from '@/lib/history/stepDone';
import { pushModal } from '@/lib/modals/modals';
import { payeesTexts } from '@/texts/payees';
import { mergePayees } from '../api';
import type { PayeesController } from '../grid/PayeesController';
import type { PayeeRow } from '../model/rows';
import { run } from '../run';
import styles from './dialogs.module.css';

/** Asks which of some payees stays, and merges the others into it. */
export function askMerge(grid: PayeesController, rows: readonly PayeeRow[]): void {
  pushModal('merge-unused-payees', (close) => (
    <MergeDialog
      rows={rows}
      onClose={close}
      onMerge={(target) => {
        close();
        void merge(grid, target, rows);
      }}
    />
  ));
}

async function merge(
  grid: PayeesController,
  target: PayeeRow,
  rows: readonly PayeeRow[],
): Promise<void> {
  const others = rows.filter(({ id }) => id !== target.id);
  if (!(await run(mergePayees(target, others)))) return;
  grid.selectNone();
  const label = payeesTexts.steps.merged(others.length, target.name);
  stepDone(label);
  grid.focus({ rowId: target.id, column: 'name' });
}

interface MergeDialogProps {
  rows: readonly PayeeRow[];
  onMerge: (target: PayeeRow) => void;
  onClose: () => void;
}

/** The payee with the most transactions is proposed. */
function MergeDialog({ rows, onMerge, onClose }: MergeDialogProps) {
  const most = rows.reduce((best, row) => ((row.count ?? 0) > (best.count ?? 0) ? row : best));
  const [targetId, setTargetId] = useState(most.id);
  const target = rows.find(({ id }) => id === targetId) ?? most;
  return (
    <Dialog
      title={payeesTexts.merge.title(rows.length)}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            {payeesTexts.merge.cancel}
          </Button>
          <Button look="primary" size="large" onPress={() => onMerge(target)}>
            {payeesTexts.merge.merge}
          </Button>
        </>
      }
    >
      <ChoiceGroup
        label={payeesTexts.merge.keep}
        choices={rows.map(({ id, name }) => ({ id, name }))}
        value={targetId}
        onChange={setTargetId}
        autoFocus
      />
      <p className={styles.hint}>{payeesTexts.merge.hint(target.name)}</p>
    </Dialog>
  );
}
