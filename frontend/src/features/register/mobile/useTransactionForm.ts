/** What the form of one transaction holds, and what its fields and buttons do. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { announce } from '@/lib/announce/announce';
import { takeBack } from '@/lib/history/takeBack';
import { notify } from '@/lib/notices/notices';
import { getPref, savePrefs } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { whatOf } from '../actions';
import { writeBatch } from '../api';
import { askUnlock } from '../dialogs/askUnlock';
import { duplicated } from '../model/bulk';
import { type Draft, isEmptyDraft } from '../model/draft';
import { type NewPayee, NewPayees } from '../model/newPayees';
import { type Batch, differenceOf, type Split } from '../model/splits';
import { run } from '../run';
import { exact } from '../texts';
import type { TransactionFormProps } from './TransactionForm';
import { useDraftChanges } from './useDraftChanges';
import { useLeaving } from './useLeaving';
import { useMeanwhile } from './useMeanwhile';

const NOTICE = 'transaction-form';

export type TransactionFormModel = ReturnType<typeof useTransactionForm>;

export function useTransactionForm({ before, start, data }: TransactionFormProps) {
  const [isBusy, setBusy] = useState(false);
  const meanwhile = useMeanwhile({ stored: before, start, isBusy });
  const { state, base } = meanwhile.held;
  const { split } = state.draft;
  const missing = useMissing(state.draft, base === null);
  const changes = useDraftChanges(meanwhile.change);
  const amounts = useAmountFormat();
  const navigate = useNavigate();
  const leaving = useLeaving(meanwhile.held);
  const what = whatOf(split.row, { data, amounts });

  const write = async (batch: Batch, label: string, newPayees: readonly NewPayee[] = []) => {
    setBusy(true);
    const isDone = await run(writeBatch(batch, label, newPayees));
    // What went well is left, and takes no more presses on its way.
    if (isDone) announce(label);
    else setBusy(false);
    return isDone;
  };
  const save = async () => {
    const payees = new NewPayees(data.payees);
    const [row, ...children] = payees.within([split.row, ...split.children]);
    if (!row) return;
    const after = unlocked({ row, children }, base);
    const batch = differenceOf(base, after);
    const name = newPayeeName(split.row.payee) ?? whatOf(row, { data, amounts });
    const label = `${base ? 'Changed' : 'Added'} ${name}`;
    leaving.saving();
    if (!isEmpty(batch) && !(await write(batch, label, payees.made))) return leaving.refused();
    remember(row.account);
    leaving.leave(row.account);
    if (!isEmpty(batch)) notify({ id: NOTICE, type: 'message', message: label });
  };
  const duplicate = async (entry: Split) => {
    const entries = [{ ...entry, balance: null, keys: [] }];
    const batch = duplicated(entries, () => crypto.randomUUID(), Date.now());
    const isDone = await write(batch, `Duplicated ${what}`);
    const copy = batch.added.find(({ is_child }) => !is_child);
    if (isDone && copy && leaving.isShown())
      void navigate(`/transaction/${copy.id}`, { replace: true });
  };
  const remove = async () => {
    const label = `Deleted ${what}`;
    if (!(await write(differenceOf(base, null), label))) return;
    const undo = { title: 'Undo', action: () => takeBack(label) };
    notify({ id: NOTICE, type: 'message', message: label, button: undo });
    leaving.leave(split.row.account);
  };
  /** Does something to it, once a reconciled one was unlocked. */
  const unlocking = (work: () => Promise<void>) => {
    if (base?.row.reconciled) askUnlock(what, () => void work());
    else void work();
  };
  return {
    ...changes,
    state,
    isNew: before === null,
    /** What was changed elsewhere in fields that were changed here too. */
    conflicts: meanwhile.held.conflicts,
    theirs: meanwhile.theirs,
    keepMine: meanwhile.keep,
    takeTheirs: meanwhile.take,
    /** For the inputs, whose text counts as changed before it is taken. */
    onFocus: meanwhile.onFocus,
    isBusy,
    errors: missing.errors,
    save: () => {
      if (!isBusy && !split.row.error && missing.isComplete()) unlocking(save);
    },
    duplicate: () => {
      if (base) void duplicate(base);
    },
    remove: () => unlocking(remove),
  };
}

/** What a transaction cannot be without, said at its field once somebody wants to save it. */
function useMissing(draft: Draft, isNew: boolean) {
  const [isAsked, setAsked] = useState(false);
  const amount = isNew && isEmptyDraft(draft) ? 'Enter an amount' : undefined;
  const account = draft.split.row.account === '' ? exact.accountRequired : undefined;
  return {
    errors: isAsked ? { amount, account } : {},
    isComplete: () => {
      setAsked(true);
      return amount === undefined && account === undefined;
    },
  };
}

function isEmpty({ added, updated, deleted }: Batch): boolean {
  return added.length + updated.length + deleted.length === 0;
}

/** What is new comes first of its day; what was reconciled may differ from the bank now. */
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
