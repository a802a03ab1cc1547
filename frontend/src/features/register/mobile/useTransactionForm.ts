/** What the form of one transaction holds, and what its fields and buttons do. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import type { Day } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { takeBack } from '@/lib/history/takeBack';
import { notify } from '@/lib/notices/notices';
import { getPref, savePrefs } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { whatOf } from '../actions';
import { writeBatch } from '../api';
import { askUnlock } from '../dialogs/askUnlock';
import { duplicated } from '../model/bulk';
import { addPart, changeDraft, type Draft, removePart, splitDraft } from '../model/draft';
import { type NewPayee, NewPayees } from '../model/newPayees';
import { type Batch, differenceOf, type Fields, type Split } from '../model/splits';
import { offerEdit, run } from '../run';
import { exact } from '../texts';
import { useIsShown } from '../useIsShown';
import { type Direction, turn, withAmount } from './formModel';
import { forgetForm, keepEdits, keepForm } from './leftForm';
import type { Held } from './meanwhile';
import type { TransactionFormProps } from './TransactionForm';
import { useMeanwhile } from './useMeanwhile';

const NOTICE = 'transaction-form';

export type TransactionFormModel = ReturnType<typeof useTransactionForm>;

export function useTransactionForm({ before, start, data }: TransactionFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [accountError, setAccountError] = useState<string>();
  const meanwhile = useMeanwhile({ stored: before, start, isBusy });
  const { state, base } = meanwhile.held;
  const setState = meanwhile.change;
  const newPart = useRef<string | null>(null);
  const amounts = useAmountFormat();
  const navigate = useNavigate();
  const leaving = useLeaving(meanwhile.held);
  const { split } = state.draft;
  const what = whatOf(split.row, { data, amounts });

  const change = (next: (draft: Draft) => Draft) =>
    setState((now) => ({ ...now, draft: next(now.draft) }));
  const write = async (batch: Batch, label: string, newPayees: readonly NewPayee[] = []) => {
    setBusy(true);
    const isDone = await run(writeBatch(batch, label, newPayees));
    // What went well is left, and takes no more presses on its way.
    if (isDone) announce(label);
    else setBusy(false);
    return isDone;
  };
  const save = async () => {
    const payees = new NewPayees();
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
  return {
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
    accountError,
    /** The part that was added last; its amount is typed next. */
    newPart: newPart.current,
    setDirection: (direction: Direction) =>
      setState((now) => (now.direction === direction ? now : turn(now))),
    setAmount: (rowId: string, typed: number | null) =>
      setState((now) => withAmount(now, rowId, typed)),
    /** Another day makes it the first of that day, as entering it anew would. */
    setDate: (date: Day) =>
      change((draft) => changeDraft(draft, draft.split.row.id, { date, sort_order: Date.now() })),
    change: (rowId: string, fields: Fields) => {
      if (fields.account) setAccountError(undefined);
      change((draft) => changeDraft(draft, rowId, fields));
    },
    split: () => {
      newPart.current = crypto.randomUUID();
      const id = newPart.current;
      change((draft) => splitDraft(draft, id));
    },
    addPart: () => {
      newPart.current = crypto.randomUUID();
      const id = newPart.current;
      change((draft) => addPart(draft, id));
    },
    removePart: (id: string) => change((draft) => removePart(draft, id)),
    save: () => {
      if (isBusy || split.row.error) return;
      if (split.row.account === '') return setAccountError(exact.accountRequired);
      if (base?.row.reconciled) askUnlock(what, () => void save());
      else void save();
    },
    duplicate: () => {
      if (!base) return;
      const entry = { ...base, balance: null, keys: [] };
      const batch = duplicated([entry], () => crypto.randomUUID(), Date.now());
      void write(batch, `Duplicated ${what}`).then((isDone) => {
        const copy = batch.added.find(({ is_child }) => !is_child);
        if (isDone && copy && leaving.isShown())
          void navigate(`/transaction/${copy.id}`, { replace: true });
      });
    },
    remove: () => {
      const label = `Deleted ${what}`;
      const remove = async () => {
        if (!(await write(differenceOf(base, null), label))) return;
        const undo = { title: 'Undo', action: () => takeBack(label) };
        notify({ id: NOTICE, type: 'message', message: label, button: undo });
        leaving.leave(split.row.account);
      };
      if (base?.row.reconciled) askUnlock(what, () => void remove());
      else void remove();
    },
  };
}

/** Keeps a new transaction that is left half typed, unless it is on its way to be saved. */
function useLeaving(held: Held) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const latest = useRef(held);
  latest.current = held;
  const isSaving = useRef(false);
  const isShown = useIsShown();
  useEffect(
    () => () => {
      const { state, base } = latest.current;
      if (isSaving.current) forgetForm(state);
      else if (!base) keepForm(state);
    },
    [],
  );
  return {
    isShown,
    saving: () => {
      isSaving.current = true;
    },
    /** What was typed is kept also when the form is gone, and the notice leads back to it. */
    refused: () => {
      isSaving.current = false;
      if (isShown()) return;
      const { state, base } = latest.current;
      const { id } = state.draft.split.row;
      if (base) keepEdits(latest.current);
      else keepForm(state);
      const again = () => {
        void navigate(base ? `/transaction/${id}` : '/transaction/new');
        return true;
      };
      offerEdit({ id: `transaction-form-${id}`, words: '', again });
    },
    leave: (account: string) => {
      if (!isShown()) return;
      // Opened by its address there is nothing of ours to go back to.
      if (key === 'default') void navigate(`/accounts/${account}`, { replace: true });
      else void navigate(-1);
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
