/** What the form for new transactions holds, and what its fields and buttons do. */

import { createStore } from 'zustand/vanilla';
import { flash } from '@/components/grid/flash';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { PHONE } from '@/components/useMedia';
import { PAYEES_KEY, type Payee, writeBatch } from '@/domain/transactions/api';
import {
  addPart,
  changeDraft,
  type Draft,
  isEmptyDraft,
  newDraft,
  removePart,
  splitDraft,
} from '@/domain/transactions/draft';
import { type CellValue, fieldsOf } from '@/domain/transactions/edits';
import { NewPayees } from '@/domain/transactions/newPayees';
import { offerEdit, offerLater, run } from '@/domain/transactions/run';
import { type Fields, payeeOf, type Split, withPayee } from '@/domain/transactions/splits';
import type { Transaction } from '@/domain/transactions/transaction';
import { stepDone } from '@/lib/history/stepDone';
import { step } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { leaveField } from '@/lib/keys/leaveField';
import { lists } from '@/lib/lists/lists';
import { openModal } from '@/lib/modals/named';
import { notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { registerTexts } from '@/texts/register';
import { transactionsTexts } from '@/texts/transactions';
import type { RegisterController } from '../grid/RegisterController';
import type { CellPlace } from '../grid/registerStore';
import { type ColumnId, columnOfSign } from '../model/columns';

/** How long a row that was just added stands out (brief 22.5). */
const FLASH_MS = 600;
const NOTICE = 'register-new';
/** The notice about a draft that is out of the form. */
const noticeOf = ({ split }: Draft) => `register-not-added-${split.row.id}`;

export interface AddingState {
  isOpen: boolean;
  draft: Draft;
  /** Where the keyboard is to go next. */
  wanted: CellPlace | null;
}

export interface AddingDefaults {
  today: string;
  /** The account of the register; null where several are listed. */
  account: string | null;
}

/** Where the form is drawn. */
export interface AddingPlace {
  grid: RegisterController;
  defaults: AddingDefaults;
  /** Goes to the view of the form. */
  goThere: () => void;
}

export class AddingForm {
  readonly store;
  /** That of the list below; another one when the view is shown again. */
  grid: RegisterController;
  defaults: AddingDefaults;
  /** Writes go one after the other, so that the order of typing is that of the list. */
  private written: Promise<unknown> = Promise.resolve();
  private goThere: () => void;
  /** What is drawn of it. */
  element: HTMLElement | null = null;
  /** Whether its view is shown. */
  private isDrawn = false;
  /** The draft as it came into the form. */
  private begun: Draft;
  /** Whether anything was typed since the draft came; what a field holds is not in the draft yet. */
  private isTouched = false;
  /** The budget it belongs to is closed. */
  private isOver = false;

  constructor({ grid, defaults, goThere }: AddingPlace) {
    this.grid = grid;
    this.defaults = defaults;
    this.goThere = goThere;
    const draft = this.fresh(defaults.today, defaults.account);
    this.begun = draft;
    this.store = createStore<AddingState>(() => ({ isOpen: false, draft, wanted: null }));
  }

  private get draft(): Draft {
    return this.store.getState().draft;
  }

  open(): void {
    if (this.grid.editing.refusedOffline()) return;
    // Without an account there is nothing a transaction could be in.
    if (this.grid.model.data.accounts.length === 0) return void openModal('add-account', {});
    const { today, account } = this.defaults;
    if (this.store.getState().isOpen) {
      this.store.setState({ wanted: this.at(this.draft, 'payee') });
      return;
    }
    const draft = this.fresh(today, account);
    this.begin(draft, { isOpen: true, wanted: this.at(draft, 'date') });
  }

  /** Its view is shown again: what was left half typed is there. */
  resume({ grid, defaults, goThere }: AddingPlace): void {
    this.grid = grid;
    this.defaults = defaults;
    this.goThere = goThere;
  }

  enter(): void {
    this.isDrawn = true;
  }

  /** Its view is left: only what is half typed is worth coming back to. */
  leave(): void {
    this.isDrawn = false;
    const { isOpen, draft } = this.store.getState();
    this.store.setState({ isOpen: isOpen && !isEmptyDraft(draft), wanted: null });
  }

  /** The budget is closed, and what is still being written comes back to nobody. */
  end(): void {
    this.isOver = true;
  }

  /** Something is typed into one of its fields. */
  touch(): void {
    this.isTouched = true;
  }

  close(): void {
    const { today, account } = this.defaults;
    this.begin(this.fresh(today, account), { isOpen: false });
    this.grid.refocus();
  }

  change(row: Transaction, column: ColumnId, value: CellValue): void {
    if (column === 'payee' && !row.is_child) {
      this.isTouched = true;
      this.changeSplit((split) => withPayee(split, typeof value === 'string' ? value : null));
      return;
    }
    this.changeFields(row.id, fieldsOf(row, column, value, row.sort_order ?? 0));
  }

  changeFields(rowId: string, fields: Fields): void {
    this.isTouched = true;
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

  /**
   * Goes on while the whole is what its parts come to, so that only the person knows whether there
   * are more of them: a last one that was left blank says that there are none.
   */
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

  /** Makes room for the next transaction at once, and writes this one meanwhile. */
  async add(): Promise<void> {
    const draft = this.draft;
    if (!this.isReady(draft)) return;
    const { row } = draft.split;
    const next = this.fresh(row.date, this.defaults.account ?? row.account);
    this.begin(next, { wanted: this.at(next, 'payee') });
    const writing = this.written.then(() => this.write(draft.split));
    this.written = writing;
    if (!(await writing)) this.bringBack(draft);
  }

  private async write(split: Split): Promise<boolean> {
    if (this.isOver) {
      const message = registerTexts.budgetClosed(this.namesOf(split));
      notify({ type: 'error', title: registerTexts.notSaved, message, sticky: true });
      return false;
    }
    const known = lists.getQueryData<Payee[]>(PAYEES_KEY);
    const payees = new NewPayees(known);
    // What was entered last is the first of its day.
    const row = { ...split.row, sort_order: Date.now() };
    const batch = { added: payees.within([row, ...split.children]), updated: [], deleted: [] };
    const payee = this.payeeName(split);
    const named = payee
      ? step('addedAmount', { payee, amount: row.amount })
      : step('added', { what: row.amount });
    if (!(await run(writeBatch(batch, named, payees.made)))) return false;
    stepDone(named);
    this.showWhenThere(row.id);
    return true;
  }

  /** What was refused comes back into the form, unless somebody is at something else by now. */
  private bringBack(refused: Draft): void {
    if (this.isOver) return;
    const { isOpen, draft } = this.store.getState();
    const isFree = isOpen && this.isDrawn && !this.isTouched && isEmptyDraft(draft);
    if (isFree && this.hasKeyboard()) {
      this.show(refused);
      return;
    }
    this.park(refused, offerEdit);
  }

  /** Whether the keyboard is in the form, or nowhere. */
  private hasKeyboard(): boolean {
    const active = document.activeElement;
    return active === document.body || (this.element?.contains(active) ?? false);
  }

  /** Keeps a draft that is out of the form in a notice, which brings it back. */
  private park(draft: Draft, offer: typeof offerEdit): void {
    const again = () => this.takeBack(draft);
    offer({ id: noticeOf(draft), words: this.namesOf(draft.split), again });
  }

  /** Changes places with what is half typed in the form; false where the form cannot be shown. */
  private takeBack(parked: Draft): boolean {
    // There the form is another one.
    if (window.matchMedia(PHONE).matches) {
      tell(registerTexts.widenToContinue);
      return false;
    }
    leaveField();
    const { isOpen, draft } = this.store.getState();
    if (isOpen && (draft !== this.begun || !isEmptyDraft(draft))) this.park(draft, offerLater);
    this.show(parked);
    if (!this.isDrawn) this.goThere();
    return true;
  }

  private show(draft: Draft): void {
    this.begin(draft, { isOpen: true, wanted: this.at(draft, 'payee') });
  }

  private begin(draft: Draft, state: Partial<AddingState>): void {
    this.isTouched = false;
    this.begun = draft;
    this.store.setState({ draft, ...state });
  }

  /** Names a transaction by payee and amount: many are added one after the other. */
  private namesOf(split: Split): string {
    const payee = this.payeeName(split);
    const amount = this.grid.model.amounts.formatFull(split.row.amount);
    return payee ? `${payee}, ${amount}` : amount;
  }

  private payeeName(split: Split): string | undefined {
    const id = payeeOf(split);
    return newPayeeName(id) ?? this.grid.model.data.payee.get(id ?? '')?.name;
  }

  private isReady(draft: Draft): boolean {
    const { row } = draft.split;
    if (isEmptyDraft(draft)) {
      tell(registerTexts.enterAnAmount);
      const column = this.grid.model.columns.isNarrow ? 'amount' : 'payment';
      this.store.setState({ wanted: this.at(draft, column) });
      return false;
    }
    if (row.account === '') {
      notify({ id: NOTICE, type: 'error', message: transactionsTexts.accountRequired });
      this.store.setState({ wanted: { rowId: row.id, column: 'account' } });
      return false;
    }
    if (row.error) tell(registerTexts.partsDoNotAddUp);
    return row.error === null;
  }

  private fresh(date: string, account: string | null): Draft {
    return newDraft({ id: newId(), date, account });
  }

  private at(draft: Draft, column: ColumnId): CellPlace {
    return { rowId: draft.split.row.id, column };
  }

  private put(draft: Draft, wanted: CellPlace | null = null): void {
    this.store.setState({ draft, wanted });
  }

  /** Where the list is gone on with after the form. */
  private showWhenThere(rowId: string): void {
    const { grid } = this;
    grid.whenThere(rowId, () => {
      // Whoever is in the list by now keeps the keyboard and the place it is at.
      if (!grid.hasKeyboard()) grid.noteFocus({ rowId, column: 'payee' });
      const row = grid.cellElement({ rowId, column: 'payee' })?.closest('[data-row-id]');
      if (row instanceof HTMLElement) flash(row, FLASH_MS);
    });
  }
}
