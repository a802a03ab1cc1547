/** Adding, removing and filling the parts of saved splits. */

import { flushSync } from 'react-dom';
import { addLine, removeRow, type Split } from '@/domain/transactions/splits';
import { saveSplit, subjectOf } from '@/domain/transactions/writes';
import { announce } from '@/lib/announce/announce';
import { overlayClosed } from '@/lib/focus/overlays';
import { step } from '@/lib/history/steps';
import { newId } from '@/lib/ids/newId';
import { matches } from '@/lib/keys/keys';
import { leaveField } from '@/lib/keys/leaveField';
import { registerTexts } from '@/texts/register';
import type { RegisterController } from './RegisterController';

/** The steps that change the amounts of all lines. */
export type SplitStep = 'filledRest' | 'distributed';

export class Splitting {
  private readonly grid: RegisterController;

  constructor(grid: RegisterController) {
    this.grid = grid;
  }

  /** Adds a part, whose amount is typed next. */
  add(rowId: string): void {
    const { model, editing } = this.grid;
    const entry = model.list.entry(rowId);
    if (!entry?.row.is_parent || editing.refusedOffline()) return;
    if (editing.isLocked(entry, () => this.add(rowId))) return;
    const id = newId();
    const after = addLine(entry, id);
    const named = step('addedLine', { what: subjectOf(entry.row, model) });
    editing.saveWithPart(entry, after, named, id);
  }

  /** The same while a part is typed into: that is taken first. */
  addAfterEdit(entryId: string): void {
    leaveField();
    this.add(entryId);
  }

  /** The keys of a split that also work while one of its parts is typed into. */
  keyInEditor(event: KeyboardEvent): boolean {
    const rowId = this.grid.store.getState().edit?.rowId ?? '';
    const entry = this.grid.model.list.entry(rowId);
    if (!entry?.row.is_parent) return false;
    if (matches('Alt+Enter', event)) this.addAfterEdit(entry.row.id);
    else if (matches('Mod+Backspace', event)) void this.remove(rowId);
    else return false;
    return true;
  }

  /** Puts the keyboard on the tools under the lines of a split that does not add up. */
  enterPanel(): void {
    // The edit that was just taken decides whether the tools are there.
    flushSync(() => {});
    const panel = document.querySelector('[data-split-panel]');
    const first = panel?.querySelector<HTMLElement>('button:not(:disabled)');
    if (first) first.focus();
    else this.grid.refocus();
  }

  /** The panel's menu is closed: the keyboard stays where the split is. */
  leaveMenu(): void {
    void overlayClosed().then(() => {
      if (document.activeElement === document.body) this.enterPanel();
    });
  }

  async change(entryId: string, change: (split: Split) => Split, key: SplitStep): Promise<void> {
    const { model, editing } = this.grid;
    leaveField();
    const entry = model.list.entry(entryId);
    if (!entry || editing.refusedOffline()) return;
    if (editing.isLocked(entry, () => void this.change(entryId, change, key))) return;
    const named = step(key, { what: subjectOf(entry.row, model) });
    await saveSplit(entry, change(entry), named, model.list);
    this.grid.refocus();
  }

  /** Takes a part out; the last one makes the transaction a plain one again. */
  async remove(childId: string): Promise<void> {
    const { model, editing, store } = this.grid;
    const entry = model.list.entry(childId);
    if (!entry || entry.row.id === childId || editing.refusedOffline()) return;
    store.setState({ edit: null });
    if (editing.isLocked(entry, () => void this.remove(childId))) return;
    const named = step('removedLine', { what: subjectOf(entry.row, model) });
    if (await saveSplit(entry, removeRow(entry, childId), named, model.list)) {
      announce(registerTexts.splitLineRemoved);
    }
    this.grid.focus({ rowId: entry.row.id, column: 'category' });
  }
}
