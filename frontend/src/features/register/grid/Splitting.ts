/** Adding, removing and filling the parts of saved splits. */

import { announce } from '@/lib/announce/announce';
import { newId } from '@/lib/ids/newId';
import { leaveField } from '@/lib/keys/leaveField';
import { saveSplit, whatOf } from '../actions';
import { addChild, amountLeft, changeRow, removeRow, type Split } from '../model/splits';
import type { GridController } from './GridController';

export class Splitting {
  private readonly grid: GridController;

  constructor(grid: GridController) {
    this.grid = grid;
  }

  /**
   * Adds a part that holds what is left, ready to be typed over; only added for somebody who has
   * gone elsewhere since.
   */
  async add(entryId: string, isAwaited = true): Promise<void> {
    const { model, editing } = this.grid;
    const entry = model.list.entry(entryId);
    const isOut = !entry?.row.is_parent || editing.refusedOffline();
    if (isOut || editing.isLocked(entry.row, () => void this.add(entryId))) {
      this.grid.waiting.end();
      return;
    }
    const id = newId();
    const added = addChild(entry, id);
    const after = changeRow(added, id, { amount: amountLeft(entry) });
    const label = `Added a part to ${whatOf(entry.row, model)}`;
    if (isAwaited) {
      this.grid.hold({ rowId: entry.children.at(-1)?.id ?? entryId, column: 'category' });
    }
    if (!(await saveSplit(entry, after, label, model.list))) {
      this.grid.waiting.end();
      return;
    }
    this.grid.unfold(entryId);
    const column = editing.amountColumn(amountLeft(entry) || entry.row.amount);
    editing.openWhenThere({ rowId: id, column });
  }

  /** The same while a part is typed into: that is taken first. */
  addAfterEdit(entryId: string): void {
    leaveField();
    void this.add(entryId);
  }

  async change(entryId: string, change: (split: Split) => Split, verb: string): Promise<void> {
    const { model, editing } = this.grid;
    leaveField();
    const entry = model.list.entry(entryId);
    if (!entry || editing.refusedOffline()) return;
    if (editing.isLocked(entry.row, () => void this.change(entryId, change, verb))) return;
    const label = `${verb} ${whatOf(entry.row, model)}`;
    await saveSplit(entry, change(entry), label, model.list);
    this.grid.refocus();
  }

  /** Takes a part out; the last one makes the transaction a plain one again. */
  async remove(childId: string): Promise<void> {
    const { model, editing, store } = this.grid;
    const entry = model.list.entry(childId);
    if (!entry || entry.row.id === childId || editing.refusedOffline()) return;
    store.setState({ edit: null });
    if (editing.isLocked(entry.row, () => void this.remove(childId))) return;
    const label = `Removed a part of ${whatOf(entry.row, model)}`;
    if (await saveSplit(entry, removeRow(entry, childId), label, model.list)) {
      announce('Split line removed');
    }
    this.grid.focus({ rowId: entry.row.id, column: 'category' });
  }
}
