/** What the selection bar and its letters do to the selected transactions; each is one step. */
import { announce } from '@/lib/announce/announce';
import { notify } from '@/lib/notices/notices';
import { takeBack } from '../actions';
import { fetchEntries, writeBatch } from '../api';
import { openEditField } from '../editField';
import type { GridController } from '../grid/GridController';
import { takesCategory } from '../grid/registerModel';
import { type BulkField, duplicated, removeSelected, setField, toggleCleared } from '../model/bulk';
import { type CellValue, cellValue } from '../model/edits';
import { type NewPayee, NewPayees } from '../model/newPayees';
import { clearSelection, type SelectedRow } from '../model/selection';
import type { Batch } from '../model/splits';
import type { Entry, Transaction } from '../model/transaction';
import { addFilter } from '../model/view';
import { run } from '../run';
import { COLUMN_TITLES } from '../texts';
import { askBulk } from './askBulk';

/** More rows than this are not deleted without a question. */
const MANY_ROWS = 20;
const NOTICE = 'register-bulk';

/** What is to be done to the selected transactions, and how the step is called. */
interface Decided {
  batch: Batch;
  label: string;
  newPayees?: readonly NewPayee[];
}

export class Bulk {
  private readonly grid: GridController;

  constructor(grid: GridController) {
    this.grid = grid;
  }

  private get rows(): ReadonlyMap<string, SelectedRow> {
    return this.grid.model.selection.getState().rows;
  }

  /** Lists only the selected transactions. */
  show(): void {
    const ids = [...this.rows.keys()];
    if (ids.length === 0) return;
    const name =
      ids.length === 1 ? '1 selected transaction' : `${ids.length} selected transactions`;
    addFilter({ condition: null, name, expressions: [{ id: { $oneof: ids } }] });
  }

  /** Asks for a value and sets it for all of them. */
  edit(field: BulkField): void {
    if (this.rows.size === 0 || this.grid.editing.refusedOffline()) return;
    const set = (value: CellValue) => this.unlessLocked('changed', () => this.set(field, value));
    openEditField(field, set, this.valueOfOne(field));
  }

  /** What the only selected transaction has in a field. */
  private valueOfOne(field: BulkField): CellValue {
    const [id, ...others] = this.rows.keys();
    const row = id === undefined || others.length > 0 ? undefined : this.grid.model.list.row(id);
    return row ? cellValue(row, field) : null;
  }

  async toggleCleared(): Promise<void> {
    await this.write((entries) => {
      const { batch, cleared } = toggleCleared(entries);
      return { batch, label: `${cleared ? 'Cleared' : 'Uncleared'} ${counted(entries.length)}` };
    });
  }

  async duplicate(): Promise<void> {
    if ([...this.rows.values()].some(({ is_child }) => is_child)) return;
    await this.write((entries) => ({
      batch: duplicated(entries, () => crypto.randomUUID(), Date.now()),
      label: `Duplicated ${counted(entries.length)}`,
    }));
  }

  remove(): void {
    const count = this.rows.size;
    if (count === 0 || this.grid.editing.refusedOffline()) return;
    const remove = async () => {
      const ids = new Set(this.rows.keys());
      const label = `Deleted ${counted(count)}`;
      const isDone = await this.write((entries) => ({
        batch: removeSelected(entries, ids),
        label,
      }));
      if (!isDone) return;
      clearSelection(this.grid.model.selection);
      const undo = { title: 'Undo', action: () => takeBack(label) };
      notify({ id: NOTICE, type: 'message', message: label, button: undo });
      this.grid.refocus();
    };
    if (count > MANY_ROWS) askBulk(`Delete ${counted(count)}`, this.lockedWords('deleted'), remove);
    else this.unlessLocked('deleted', remove);
  }

  private async set(field: BulkField, value: CellValue): Promise<void> {
    const payees = new NewPayees();
    const known = field === 'payee' ? payees.idOf(value as string | null) : value;
    const ids = new Set(this.rows.keys());
    const { data } = this.grid.model;
    const change = {
      ...{ field, value: known, now: Date.now() },
      takesCategory: (row: Transaction) => takesCategory(row, data),
    };
    await this.write((entries) => ({
      batch: setField(entries, ids, change),
      label: `Changed the ${COLUMN_TITLES[field].toLowerCase()} of ${counted(ids.size)}`,
      newPayees: payees.made,
    }));
    this.grid.refocus();
  }

  /** Reads the selected rows as they are now, decides, and writes. */
  private async write(decide: (entries: readonly Entry[]) => Decided): Promise<boolean> {
    const ids = [...this.rows.keys()];
    if (ids.length === 0 || this.grid.editing.refusedOffline()) return false;
    const reading = fetchEntries(ids);
    if (!(await run(reading))) return false;
    const { batch, label, newPayees } = decide(await reading);
    const { added, updated, deleted } = batch;
    if (added.length + updated.length + deleted.length === 0) {
      announce('Nothing to change');
      return false;
    }
    const isDone = await run(writeBatch(batch, label, newPayees));
    if (isDone) announce(label);
    return isDone;
  }

  /** Asks first when any of the rows is reconciled. */
  private unlessLocked(done: string, act: () => Promise<void>): void {
    const words = this.lockedWords(done);
    if (words === '') void act();
    else askBulk('Reconciled transactions', words, act);
  }

  private lockedWords(done: string): string {
    const locked = [...this.rows.values()].filter(({ reconciled }) => reconciled).length;
    if (locked === 0) return '';
    const which = locked === 1 ? 'One of them is' : `${locked} of them are`;
    return `${which} reconciled. When ${done}, the account may differ from the bank.`;
  }
}

function counted(count: number): string {
  return count === 1 ? '1 transaction' : `${count} transactions`;
}
