import { useMemo, useState } from 'react';
import { Button } from '@/components/Button';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Dialog } from '@/components/Dialog';
import { FormDialog } from '@/components/FormDialog';
import { PayeePicker } from '@/components/pickers/PayeePicker';
import { useSubmit } from '@/components/useSubmit';
import { confirmStep } from '@/lib/history/confirmStep';
import { pushModal } from '@/lib/modals/modals';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { payeesTexts } from '@/texts/payees';
import { mergeOf, mergePayees, usePayees } from '../api';
import type { PayeesController } from '../grid/PayeesController';
import type { PayeeRow } from '../model/rows';
import { run } from '../run';
import styles from './dialogs.module.css';
import { RenameBox, renamesAtFirst } from './RenameBox';
import type { Target } from './target';

/** Asks which of some payees stays, or which other one a single payee goes into, and merges. */
export function askMerge(grid: PayeesController, rows: readonly PayeeRow[]): void {
  const [only, ...others] = rows;
  if (only && others.length === 0) askTarget(grid, only);
  else askWhichStays(grid, rows);
}

function askWhichStays(grid: PayeesController, rows: readonly PayeeRow[]): void {
  pushModal('merge-unused-payees', (close) => (
    <MergeDialog
      rows={rows}
      onClose={close}
      onMerge={(target, others, renames) => {
        close();
        void run(merge(grid, { target, others, renames }));
      }}
    />
  ));
}

function askTarget(grid: PayeesController, row: PayeeRow): void {
  pushModal('merge-payee', (close) => (
    <TargetDialog
      row={row}
      onClose={close}
      onMerge={(target, renames) => merge(grid, { target, others: [row], renames })}
    />
  ));
}

interface Merge {
  target: Target;
  others: readonly Target[];
  renames: boolean;
}

/** Merges payees into the target. */
async function merge(grid: PayeesController, { target, others, renames }: Merge): Promise<void> {
  await mergePayees(target, others, renames);
  grid.selectNone();
  confirmStep(mergeOf(target, others));
  grid.focus({ rowId: target.id, column: 'name' });
}

interface TargetDialogProps {
  row: PayeeRow;
  onMerge: (target: Target, renames: boolean) => Promise<void>;
  onClose: () => void;
}

/** Any other payee may take the transactions; those of transfers belong to their accounts. */
function TargetDialog({ row, onMerge, onClose }: TargetDialogProps) {
  const { data: payees = [] } = usePayees();
  const others = useMemo(
    () => payees.filter(({ id, transfer_acct }) => id !== row.id && transfer_acct === null),
    [payees, row.id],
  );
  const [targetId, setTargetId] = useState<string | null>(null);
  const [renames, setRenames] = useState(renamesAtFirst);
  const target = others.find(({ id }) => id === targetId);
  const submission = useSubmit({
    isValid: target !== undefined,
    send: async () => {
      if (target) await onMerge(target, renames);
      onClose();
    },
    explain: errorText,
  });
  return (
    <FormDialog
      title={payeesTexts.merge.titleOfOne(row.name)}
      action={payeesTexts.merge.merge}
      submission={submission}
      onClose={onClose}
      isDirty={targetId !== null}
    >
      <PayeePicker
        label={payeesTexts.merge.into}
        placeholder={payeesTexts.merge.choose}
        payees={others}
        value={targetId}
        onChange={setTargetId}
        canCreate={false}
        error={submission.isTried && !target ? payeesTexts.merge.chooseInto : undefined}
        autoFocus
      />
      {target && (
        <>
          <p className={styles.hint}>{payeesTexts.merge.hint(target.name)}</p>
          <RenameBox into={target} others={[row]} isSelected={renames} onChange={setRenames} />
        </>
      )}
    </FormDialog>
  );
}

interface MergeDialogProps {
  rows: readonly PayeeRow[];
  onMerge: (target: PayeeRow, others: readonly PayeeRow[], renames: boolean) => void;
  onClose: () => void;
}

/** The payee with the most transactions is proposed. */
function MergeDialog({ rows, onMerge, onClose }: MergeDialogProps) {
  const most = rows.reduce((best, row) => ((row.count ?? 0) > (best.count ?? 0) ? row : best));
  const [targetId, setTargetId] = useState(most.id);
  const [renames, setRenames] = useState(renamesAtFirst);
  const target = rows.find(({ id }) => id === targetId) ?? most;
  const others = rows.filter(({ id }) => id !== target.id);
  return (
    <Dialog
      title={payeesTexts.merge.title(rows.length)}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button look="primary" size="large" onPress={() => onMerge(target, others, renames)}>
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
      <div className={styles.rename}>
        <RenameBox into={target} others={others} isSelected={renames} onChange={setRenames} />
      </div>
    </Dialog>
  );
}
