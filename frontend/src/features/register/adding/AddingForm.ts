/** State and commands of the form for new transactions. */

import { createStore } from 'zustand/vanilla';
import { flash } from '@/components/grid/flash';
import { writeBatch } from '@/domain/transactions/api';
import { directionOf } from '@/domain/transactions/direction';
import {
  addPart,
  changeDraft,
  type Draft,
  isEmptyDraft,
  newDraft,
  removePart,
  splitDraft,
} from '@/domain/transactions/draft';
import {
  namesOf,
  offerDraft,
  payeeName,
  RESTORED_NOTICE,
} from '@/domain/transactions/draftNotices';
import {
  beginDraft,
  draftsOfView,
  forgetDraft,
  keepDraft,
  type TransactionDraft,
} from '@/domain/transactions/drafts';
import { type CellValue, fieldsOf } from '@/domain/transactions/edits';
import { fillingOf, withFilling } from '@/domain/transactions/filling';
import { NewPayees } from '@/domain/transactions/newPayees';
import { PAYEES_KEY, type Payee } from '@/domain/transactions/payees';
import { run } from '@/domain/transactions/run';
import { type Fields, type Split, withPayee } from '@/domain/transactions/splits';
import type { Transaction } from '@/domain/transactions/transaction';
import { isSpecialView } from '@/domain/transactions/view';
import type { Day } from '@/generated/contract';
import { useOpenFile } from '@/lib/files/openFile';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { leaveField } from '@/lib/keys/leaveField';
import { lists } from '@/lib/lists/lists';
import { openModal } from '@/lib/modals/named';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { commonTexts } from '@/texts/common';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';
import type { RegisterController } from '../grid/RegisterController';
import type { CellPlace } from '../grid/registerStore';
import { type ColumnId, columnOfSign } from '../model/columns';

/** How long a newly added row is highlighted. */
const FLASH_MS = 600;
const NOTICE = 'register-new';

export interface AddingState {
  isOpen: boolean;
  draft: TransactionDraft;
  /** The draft was there before the form. */
  isRestored: boolean;
  /** Where the keyboard is to go next. */
  wanted: CellPlace | null;
}

export class AddingForm {
  readonly store;
  private readonly grid: RegisterController;
  /** The day a transaction has that is entered now. */
  today: Day;
  /** Writes go one after the other, so that the order of typing is that of the list. */
  private written: Promise<unknown> = Promise.resolve();

  constructor(grid: RegisterController, today: Day) {
    this.grid = grid;
    this.today = today;
    const kept = this.kept();
    this.store = createStore<AddingState>(() => ({
      isOpen: kept !== undefined,
      draft: kept ?? this.fresh(today, this.account),
      isRestored: kept !== undefined,
      wanted: null,
    }));
  }

  /** The transaction with its parts, as it is typed so far. */
  get whole(): Split {
    return this.draft.split;
  }

  private get draft(): Draft {
    return this.store.getState().draft.draft;
  }

  /** The account of the register; null where several are listed. */
  private get account(): string | null {
    const { viewId } = this.grid.model;
    return isSpecialView(viewId) ? null : viewId;
  }

  open(): void {
    if (this.grid.editing.refusedOffline()) return;
    // Without an account there is nothing a transaction could be in.
    if (this.grid.model.data.accounts.length === 0) return void openModal('add-account', {});
    if (this.store.getState().isOpen) this.store.setState({ wanted: this.at('payee') });
    else this.next('date', this.today, this.account);
  }

  close(): void {
    forgetDraft(this.store.getState().draft.key);
    this.store.setState({ isOpen: false });
    this.grid.refocus();
  }

  /** Gives up a draft that was restored. */
  startOver(): void {
    this.begin(this.fresh(this.today, this.account), false, 'payee');
  }

  /** Goes on with a draft that was left; the one in the form stays kept and comes after it. */
  resume(draft: TransactionDraft): void {
    leaveField();
    this.begin(draft, true, 'payee');
  }

  change(row: Transaction, column: ColumnId, value: CellValue): void {
    if (column === 'payee' && !row.is_child) {
      this.changeSplit((split) => withPayee(split, typeof value === 'string' ? value : null));
      return;
    }
    this.changeFields(row.id, fieldsOf(row, column, value, row.sort_order ?? 0));
  }

  changeFields(rowId: string, fields: Fields): void {
    this.put(changeDraft(this.draft, rowId, fields));
  }

  changeSplit(change: (split: Split) => Split): void {
    this.put({ ...this.draft, split: change(this.draft.split) });
  }

  split(): void {
    const id = newId();
    this.put(splitDraft(this.draft, id), { rowId: id, column: 'category' });
  }

  addPart(): void {
    const id = newId();
    const draft = addPart(this.draft, id);
    const column = columnOfSign(draft.split.row.amount);
    this.put(draft, { rowId: id, column });
  }

  /** Adds another line; without a total, a blank last line means the split is complete. */
  nextPart(): void {
    const { children } = this.draft.split;
    const last = children.at(-1);
    const isBlank = last && last.amount === 0 && !last.category && !last.notes;
    if (!isBlank || children.length === 1) this.addPart();
    else {
      this.put(removePart(this.draft, last.id));
      void this.add();
    }
  }

  removePart(childId: string): void {
    const draft = removePart(this.draft, childId);
    const last = draft.split.children.at(-1) ?? draft.split.row;
    this.put(draft, { rowId: last.id, column: columnOfSign(last.amount) });
  }

  /** Clears the form for the next transaction at once, and writes this one in the background. */
  async add(): Promise<void> {
    const { draft } = this.store.getState();
    if (!this.isReady(draft.draft)) return;
    forgetDraft(draft.key);
    const { row } = draft.draft.split;
    this.next('payee', row.date, this.account ?? row.account);
    this.written = this.written.then(() => this.write(draft));
    await this.written;
  }

  private async write(draft: TransactionDraft): Promise<void> {
    const { split } = draft.draft;
    const names = namesOf(split, this.grid.model);
    if (draft.budget !== useOpenFile.getState().id) {
      const message = registerTexts.budgetClosed(names);
      notify({ type: 'error', title: commonTexts.notSaved, message, sticky: true });
      return;
    }
    const known = lists.getQueryData<Payee[]>(PAYEES_KEY);
    const payees = new NewPayees(known);
    // The latest entry comes first in its day.
    const row = { ...split.row, sort_order: Date.now() };
    const batch = { added: payees.within([row, ...split.children]), updated: [], deleted: [] };
    const payee = payeeName(split, this.grid.model);
    const named = payee
      ? step('addedAmount', { payee, amount: row.amount })
      : step('added', { what: row.amount });
    if (!(await run(writeBatch(batch, named, payees.made, { isTyped: true })))) {
      offerDraft(draft, names, this.grid.goToDraft);
      return;
    }
    confirmStep(named);
    this.showWhenThere(row.id);
  }

  /** A draft that was left in this register; the one left last comes first. */
  private kept(): TransactionDraft | undefined {
    const drafts = draftsOfView(this.grid.model.viewId);
    return drafts.filter(({ base }) => base === null).at(-1);
  }

  /** Opens the form on a draft that was left, or on a new one. */
  private next(column: ColumnId, date: Day, account: string | null): void {
    const kept = this.kept();
    this.begin(kept ?? this.fresh(date, account), kept !== undefined, column);
  }

  private begin(draft: TransactionDraft, isRestored: boolean, column: ColumnId): void {
    const wanted = { rowId: draft.draft.split.row.id, column };
    this.store.setState({ isOpen: true, draft, isRestored, wanted });
  }

  private isReady(draft: Draft): boolean {
    const { row } = draft.split;
    if (isEmptyDraft(draft)) {
      tell(commonTexts.enterAnAmount);
      const column = this.grid.model.columns.isNarrow ? 'amount' : 'payment';
      this.store.setState({ wanted: this.at(column) });
      return false;
    }
    if (row.account === '') {
      notify({ id: NOTICE, type: 'error', message: transactionsTexts.accountRequired });
      this.store.setState({ wanted: this.at('account') });
      return false;
    }
    if (row.error) tell(commonTexts.linesDoNotAddUp);
    return row.error === null;
  }

  private fresh(date: Day, account: string | null): TransactionDraft {
    return beginDraft(newDraft({ id: newId(), date, account }), null, this.grid.model.viewId);
  }

  private at(column: ColumnId): CellPlace {
    return { rowId: this.whole.row.id, column };
  }

  private put(next: Draft, wanted: CellPlace | null = null): void {
    const { draft: before } = this.store.getState();
    const draft = { ...before, draft: next, direction: directionOf(next.split.row) };
    this.store.setState({ draft, wanted });
    if (!keepDraft(draft)) dismissNotice(RESTORED_NOTICE);
    void this.fill(before.draft, next);
  }

  /** Lets the rules fill in what is empty after a change. */
  private async fill(before: Draft, changed: Draft): Promise<void> {
    const { row } = changed.split;
    const fields = await fillingOf(before, changed);
    const next = withFilling(this.draft, row, fields);
    if (next !== this.draft) this.put(next);
  }

  /** Where the user continues in the list after the form. */
  private showWhenThere(rowId: string): void {
    const { grid } = this;
    grid.whenThere(rowId, () => {
      // Never take the keyboard from the list.
      if (!grid.hasKeyboard()) grid.noteFocus({ rowId, column: 'payee' });
      const row = grid.cellElement({ rowId, column: 'payee' })?.closest('[data-row-id]');
      if (row instanceof HTMLElement) flash(row, FLASH_MS);
    });
  }
}
