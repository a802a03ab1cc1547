/** Editing cells of the grid: opening a field, taking what was typed, and going on from there. */
import type { CommitHow } from '@/components/pickers/field';
import { tell } from '@/lib/notices/tell';
import { saveCell, saveSplit, setCleared, unlock, whatOf, wordsOf } from '../actions';
import { askUnlock } from '../dialogs/askUnlock';
import { type ColumnId, columnOfSign } from '../model/columns';
import { isEditable, nextEditable } from '../model/editable';
import { type CellValue, fieldsOf } from '../model/edits';
import { amountLeft, changeRow, splitRow } from '../model/splits';
import type { Transaction } from '../model/transaction';
import { offerAgain } from '../run';
import type { GridController } from './GridController';
import type { CellPlace } from './gridStore';
import { noCategoryWords, takesCategory } from './registerModel';

/** How an editor is opened. */
interface Opening {
  /** The key that opens it; it replaces the old value. */
  startText?: string | undefined;
  /** By a press on the cell, which opens a list of choices too. */
  byPointer?: boolean;
}

export class Editing {
  private readonly grid: GridController;

  constructor(grid: GridController) {
    this.grid = grid;
  }

  /** Opens the field of a cell, once a reconciled transaction was unlocked. */
  open(place: CellPlace, { startText, byPointer = false }: Opening = {}): void {
    const { model, store } = this.grid;
    const row = model.list.row(place.rowId);
    if (!row || this.refusedOffline()) return;
    if (!isEditable(row, place.column, this.takesCategory)) {
      if (place.column === 'category' && !row.is_parent) tell(noCategoryWords(row, model));
      return;
    }
    if (this.isLocked(row, () => this.open(place, { startText, byPointer }))) return;
    this.grid.noteFocus(place);
    this.grid.scrollTo(model.list.lineOf(place.rowId) ?? -1);
    store.setState({ edit: { ...place, startText, byPointer, base: row } });
  }

  private readonly takesCategory = (row: Transaction) => takesCategory(row, this.grid.model.data);

  /** Takes a value and goes where the key leads; true when the focus was taken care of. */
  commit(how: CommitHow, value: CellValue): boolean {
    const { model, store } = this.grid;
    const { edit } = store.getState();
    const row = edit && model.list.row(edit.rowId);
    if (!edit) return false;
    if (!row) return this.leaveGone(how);
    if (how === 'enter' && this.leavesRest(row, edit.column, value)) {
      void this.addPartAfter(row, edit.column, value);
      return true;
    }
    // Where it goes is told by the rows as they stand; the change may move this one.
    const go = this.wayFrom(row, edit.column, how);
    store.setState({ edit: null });
    void this.save(row, edit.column, value);
    go();
    return how !== 'blur';
  }

  /** The row was taken out of the list elsewhere, and nothing can be written to it. */
  private leaveGone(how: CommitHow): boolean {
    this.grid.store.setState({ edit: null });
    tell('The transaction is no longer in this list. Nothing was saved.');
    if (how !== 'blur') this.grid.refocus();
    return how !== 'blur';
  }

  /** Whether this amount of the last part of a split leaves something for another one. */
  private leavesRest(row: Transaction, column: ColumnId, value: CellValue): boolean {
    const entry = this.grid.model.list.entry(row.id);
    if (!entry || entry.children.at(-1)?.id !== row.id) return false;
    const { amount } = fieldsOf(row, column, value, 0);
    if (amount === undefined) return false;
    return amountLeft(changeRow(entry, row.id, { amount })) !== 0;
  }

  private async addPartAfter(row: Transaction, column: ColumnId, value: CellValue): Promise<void> {
    const entry = this.grid.model.list.entry(row.id);
    this.grid.store.setState({ edit: null });
    this.grid.hold({ rowId: row.id, column });
    if ((await this.save(row, column, value)) && entry) await this.grid.splitting.add(entry.row.id);
    else this.grid.release();
  }

  /** What the backend refuses can be gone on with. */
  private async save(row: Transaction, column: ColumnId, value: CellValue): Promise<boolean> {
    const { model } = this.grid;
    if (await saveCell(row, column, value, model)) return true;
    const startText = wordsOf(column, value, model);
    offerAgain(() => this.open({ rowId: row.id, column }, { startText }));
    return false;
  }

  cancel(): void {
    const { edit } = this.grid.store.getState();
    this.grid.store.setState({ edit: null });
    if (edit) this.grid.focus({ rowId: edit.rowId, column: edit.column });
  }

  /** Makes the edited transaction a split and goes on with the amount of its first part. */
  async split(rowId: string): Promise<void> {
    const { model, store } = this.grid;
    const entry = model.list.entry(rowId);
    store.setState({ edit: null });
    if (!entry || entry.row.is_parent || this.refusedOffline()) return;
    if (this.isLocked(entry.row, () => void this.split(rowId))) return;
    const childId = crypto.randomUUID();
    const label = `Split ${whatOf(entry.row, model)}`;
    this.grid.hold({ rowId, column: 'category' });
    if (!(await saveSplit(entry, splitRow(entry, childId), label, model.list))) {
      this.grid.release();
      return;
    }
    this.grid.unfold(rowId);
    this.openWhenThere({ rowId: childId, column: this.amountColumn(entry.row.amount) });
  }

  /** Opens a cell of a row that was just made, as soon as the list has it. */
  openWhenThere(place: CellPlace): void {
    this.grid.whenThere(place.rowId, () => {
      const typed = this.grid.release();
      this.open(place, typed === '' ? {} : { startText: typed });
    });
  }

  toggleCleared(row: Transaction): void {
    const { model } = this.grid;
    const parent = model.list.entry(row.id)?.row;
    if (!parent || this.refusedOffline()) return;
    if (!this.isLocked(parent, () => {})) void setCleared(parent, !parent.cleared, model);
  }

  /** The column that holds an amount of this sign. */
  amountColumn(amount: number): ColumnId {
    return this.grid.model.columns.isNarrow ? 'amount' : columnOfSign(amount);
  }

  /** True, with a word to the user, when nothing can be written now. */
  refusedOffline(): boolean {
    const { offline } = this.grid.model;
    if (offline) tell('Connection lost. Changes are not possible right now.');
    return offline;
  }

  /** True for a reconciled transaction: it is asked about, and `then` follows once it is open. */
  isLocked(row: Transaction, then: () => void): boolean {
    const parent = this.grid.model.list.entry(row.id)?.row ?? row;
    if (!parent.reconciled) return false;
    askUnlock(whatOf(parent, this.grid.model), async () => {
      if (await unlock(parent, this.grid.model)) then();
    });
    return true;
  }

  private wayFrom(row: Transaction, column: ColumnId, how: CommitHow): () => void {
    const { model } = this.grid;
    if (how === 'blur') return () => {};
    if (how === 'mod-enter') return () => this.grid.focus({ rowId: row.id, column });
    const step = how === 'enter' || how === 'tab' ? 1 : -1;
    const line = model.list.lineOf(row.id) ?? 0;
    const beside = this.rowAt(line + step);
    if (how === 'enter' || how === 'shift-enter') {
      return () => this.grid.focus({ rowId: beside?.id ?? row.id, column });
    }
    const { takesCategory } = this;
    const next = nextEditable(row, column, model.columns.ids, step, takesCategory);
    if (next) return () => this.open({ rowId: row.id, column: next });
    const { ids } = model.columns;
    const edge = (step === 1 ? ids[0] : ids.at(-1)) as ColumnId;
    const first = beside && nextEditable(beside, edge, ids, step, takesCategory);
    if (!beside || !first) return () => this.grid.focus({ rowId: row.id, column });
    return () => this.open({ rowId: beside.id, column: first });
  }

  private rowAt(line: number): Transaction | undefined {
    const found = this.grid.model.list.line(line);
    if (found.kind === 'entry') return found.entry.row;
    return found.kind === 'child' ? found.row : undefined;
  }
}
