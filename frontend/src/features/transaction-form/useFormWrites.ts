/** The writes of the form of one transaction. */

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { writeBatch } from '@/domain/transactions/api';
import { askUnlock } from '@/domain/transactions/askUnlock';
import { duplicated } from '@/domain/transactions/bulk';
import { draftWords } from '@/domain/transactions/draftNotices';
import type { TransactionDraft } from '@/domain/transactions/drafts';
import { type NewPayee, NewPayees } from '@/domain/transactions/newPayees';
import { run } from '@/domain/transactions/run';
import { type Batch, differenceOf, isEmptyBatch, type Split } from '@/domain/transactions/splits';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { subjectOf } from '@/domain/transactions/writes';
import type { StepName } from '@/generated/contract';
import { confirmStep } from '@/lib/history/confirmStep';
import { step, subjectText } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { getPref, savePrefs } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useLeaving } from './useLeaving';

/** Writes a batch; true once it is stored. */
type Write = (batch: Batch, step: StepName, newPayees?: readonly NewPayee[]) => Promise<boolean>;

/** Writing, and whether the form waits for it. */
export function useWrite(): { isBusy: boolean; write: Write } {
  const [isBusy, setBusy] = useState(false);
  const write: Write = async (batch, named, newPayees = []) => {
    setBusy(true);
    const isDone = await run(writeBatch(batch, named, newPayees, { isTyped: true }));
    // What went well is left, and takes no more presses on its way.
    if (!isDone) setBusy(false);
    return isDone;
  };
  return { isBusy, write };
}

/** Saving what the form holds, duplicating what is stored, and deleting it. */
export function useFormWrites(write: Write, form: TransactionDraft, data: TransactionData) {
  const amounts = useAmountFormat();
  const navigate = useNavigate();
  const leaving = useLeaving(form, (draft) => draftWords(draft, { data, amounts }));
  const { base } = form;
  const { split } = form.draft;
  const what = subjectOf(split.row, { data });

  const save = async () => {
    const payees = new NewPayees(data.payees);
    const [row, ...children] = payees.within([split.row, ...split.children]);
    if (!row) return;
    const after = unlocked({ row, children }, base);
    const batch = differenceOf(base, after);
    const saved = newPayeeName(split.row.payee) ?? subjectOf(row, { data });
    const named = step(base ? 'changed' : 'added', { what: saved });
    leaving.saving();
    if (!isEmptyBatch(batch) && !(await write(batch, named, payees.made))) return leaving.refused();
    remember(row.account);
    leaving.leave(row.account);
    if (!isEmptyBatch(batch)) confirmStep(named);
  };
  const duplicate = async (entry: Split) => {
    const entries = [{ ...entry, balance: null, keys: [] }];
    const batch = duplicated(entries, newId, Date.now());
    const named = step('duplicated', { what });
    const isDone = await write(batch, named);
    if (isDone) confirmStep(named);
    const copy = batch.added.find(({ is_child }) => !is_child);
    if (isDone && copy && leaving.isShown())
      void navigate(`/transaction/${copy.id}`, { replace: true });
  };
  const remove = async () => {
    const named = step('deletedTransaction', { what });
    if (!(await write(differenceOf(base, null), named))) return;
    confirmStep(named);
    leaving.leave(split.row.account);
  };
  /** Does something to it, once a reconciled one was unlocked. */
  const unlocking = (work: () => Promise<void>) => {
    if (base?.row.reconciled) askUnlock(subjectText(what), () => void work());
    else void work();
  };
  return {
    back: () => leaving.back(split.row.account),
    save: () => unlocking(save),
    duplicate: () => {
      if (base) void duplicate(base);
    },
    remove: () => unlocking(remove),
  };
}

/** A new transaction comes first in its day; an edited reconciled one may differ from the bank. */
function unlocked(after: Split, before: Split | null): Split {
  if (!before) return { ...after, row: { ...after.row, sort_order: Date.now() } };
  if (!before.row.reconciled) return after;
  const open = <T extends { reconciled: boolean }>(row: T): T => ({ ...row, reconciled: false });
  return { row: open(after.row), children: after.children.map(open) };
}

/** The next new transaction starts in the same account. */
function remember(account: string): void {
  if (getPref('ui.lastAccount') === account) return;
  void savePrefs({ 'ui.lastAccount': account }).catch(() => {});
}
