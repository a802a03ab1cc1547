/** What the form for new transactions holds, and what its fields and buttons do. */
import { createStore } from 'zustand/vanilla';
import { newPayeeName } from '@/components/pickers/payeeOptions';
import { announce } from '@/lib/announce/announce';
import { notify } from '@/lib/notices/notices';
import { writeBatch } from '../api';
import type { GridController } from '../grid/GridController';
import type { CellPlace } from '../grid/gridStore';
import { flash } from '../grid/useForeignFlash';
import { type ColumnId, columnOfSign } from '../model/columns';
import { addPart, changeDraft, type Draft, newDraft, removePart, splitDraft } from '../model/draft';
import { type CellValue, fieldsOf } from '../model/edits';
import { NewPayees } from '../model/newPayees';
import type { Fields, Split } from '../model/splits';
import type { Transaction } from '../model/transaction';
import { run } from '../run';
import { exact } from '../texts';

/** How long a row that was just added stands out (brief 22.5). */
const FLASH_MS = 600;
const NOTICE = 'register-new';

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

export class AddingForm {
  readonly store;
  private readonly grid: GridController;
  defaults: AddingDefaults;
  private isBusy = false;

  constructor(grid: GridController, defaults: AddingDefaults) {
    this.grid = grid;
    this.defaults = defaults;
    const draft = this.fresh(defaults.today, defaults.account);
    this.store = createStore<AddingState>(() => ({ isOpen: false, draft, wanted: null }));
  }

  private get draft(): Draft {
    return this.store.getState().draft;
  }

  open(): void {
    if (this.grid.editing.refusedOffline()) return;
    const { today, account } = this.defaults;
    const { isOpen } = this.store.getState();
    const draft = isOpen ? this.draft : this.fresh(today, account);
    this.store.setState({ isOpen: true, draft, wanted: this.at(draft, isOpen ? 'payee' : 'date') });
  }

  close(): void {
    this.store.setState({ isOpen: false });
    this.grid.refocus();
  }

  change(row: Transaction, column: ColumnId, value: CellValue): void {
    this.changeFields(row.id, fieldsOf(row, column, value, row.sort_order));
  }

  changeFields(rowId: string, fields: Fields): void {
    this.put(changeDraft(this.draft, rowId, fields));
  }

  changeSplit(change: (split: Split) => Split): void {
    this.put({ ...this.draft, split: change(this.draft.split) });
  }

  split(): void {
    const id = crypto.randomUUID();
    this.put(splitDraft(this.draft, id), { rowId: id, column: 'category' });
  }

  addPart(): void {
    const id = crypto.randomUUID();
    const draft = addPart(this.draft, id);
    const column = columnOfSign(draft.split.row.amount);
    this.put(draft, { rowId: id, column });
  }

  removePart(childId: string): void {
    const draft = removePart(this.draft, childId);
    const last = draft.split.children.at(-1) ?? draft.split.row;
    this.put(draft, { rowId: last.id, column: columnOfSign(last.amount) });
  }

  /** Writes the transaction and makes room for the next one. */
  async add(): Promise<void> {
    const { split } = this.draft;
    if (this.isBusy || !this.isReady(split)) return;
    this.isBusy = true;
    try {
      const payees = new NewPayees();
      // What was entered last is the first of its day.
      const row = { ...split.row, sort_order: Date.now() };
      const batch = { added: payees.within([row, ...split.children]), updated: [], deleted: [] };
      const label = this.labelOf(split);
      if (!(await run(writeBatch(batch, label, payees.made)))) return;
      announce(label);
      const draft = this.fresh(row.date, this.defaults.account ?? row.account);
      this.put(draft, this.at(draft, 'payee'));
      this.showWhenThere(row.id);
    } finally {
      this.isBusy = false;
    }
  }

  /** Names the step by payee and amount: many are added one after the other. */
  private labelOf({ row }: Split): string {
    const { data, amounts } = this.grid.model;
    const payee = newPayeeName(row.payee) ?? data.payee.get(row.payee ?? '')?.name;
    const amount = amounts.formatFull(row.amount);
    return payee ? `Added ${payee}, ${amount}` : `Added ${amount}`;
  }

  private isReady({ row }: Split): boolean {
    if (row.account === '') {
      notify({ id: NOTICE, type: 'error', message: exact.accountRequired });
      this.store.setState({ wanted: { rowId: row.id, column: 'account' } });
      return false;
    }
    if (row.error) announce('The parts do not add up yet');
    return row.error === null;
  }

  private fresh(date: string, account: string | null): Draft {
    return newDraft({ id: crypto.randomUUID(), date, account });
  }

  private at(draft: Draft, column: ColumnId): CellPlace {
    return { rowId: draft.split.row.id, column };
  }

  private put(draft: Draft, wanted: CellPlace | null = null): void {
    this.store.setState({ draft, wanted });
  }

  /** Where the list is gone on with after the form. */
  private showWhenThere(rowId: string): void {
    this.grid.whenThere(rowId, () => {
      this.grid.noteFocus({ rowId, column: 'payee' });
      const row = this.grid.cellElement({ rowId, column: 'payee' })?.closest('[data-row-id]');
      if (row instanceof HTMLElement) flash(row, FLASH_MS);
    });
  }
}
