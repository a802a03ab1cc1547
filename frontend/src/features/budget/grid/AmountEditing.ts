/** Typing a budgeted amount: opening the field, taking the text, and going on from there. */

import { flashAll } from '@/components/grid/flash';
import type { Place } from '@/components/grid/gridStore';
import { monthTitle } from '@/lib/format/dates';
import { NOTICE_MS, notify } from '@/lib/notices/notices';
import { tell } from '@/lib/notices/tell';
import { monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { confirmAmount, setAmount } from '../api';
import { categoryCell, cents } from '../model/cells';
import { measureColumn } from '../model/columns';
import { type Advance, nextBudgeted } from '../model/keyboard';
import { isItem } from '../model/rows';
import type { BudgetController } from './BudgetController';
import { rowOf } from './gridModel';
import { run } from './run';

/** On the whole value, on typed text, or continuing the value. */
export type EditStart = 'select' | 'replace' | 'continue';

export class AmountEditing {
  private readonly grid: BudgetController;
  /** Cells that were typed in, until their change comes. */
  private readonly typed = new Set<string>();
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(grid: BudgetController) {
    this.grid = grid;
  }

  /** Opens the field of a Budgeted cell. */
  open(at: Place, start: EditStart, typed = ''): void {
    if (this.refusedOffline()) return;
    const before = this.amountAt(at);
    const current = this.grid.model.amounts.formatFull(before);
    const text = start === 'select' ? current : start === 'continue' ? current + typed : typed;
    const { rowId, column } = at;
    this.grid.noteFocus(at);
    this.grid.scrollTo(this.grid.source.indexOf(rowId));
    const selectAll = start === 'select';
    this.grid.store.setState({
      edit: { kind: 'amount', rowId, column, text, selectAll, before },
      refused: null,
    });
  }

  /** Takes the typed text; a text that is no amount leaves the old value and says so. */
  commit(text: string, advance: Advance | null): void {
    const { edit } = this.grid.store.getState();
    if (edit?.kind !== 'amount') return;
    const at = { rowId: edit.rowId, column: edit.column };
    this.grid.store.setState({ edit: null });
    // An untouched amount is not written: another tab or device may have changed it.
    const isUntouched = edit.selectAll && text === edit.text;
    if (isUntouched) {
      if (advance) this.advance(at, advance);
      return;
    }
    const value = this.grid.model.amounts.evaluate(text.trim() === '' ? '0' : text);
    if (!value.ok) {
      this.refuse(at, text, value.reason === 'too-large');
      if (advance) this.grid.focus(at);
      return;
    }
    const now = this.amountAt(at);
    if (value.cents !== now) void this.write(at, value.cents);
    if (now !== edit.before && now !== value.cents) this.tellReplaced(at, value.cents, now);
    if (advance) this.advance(at, advance);
  }

  cancel(): void {
    const { edit } = this.grid.store.getState();
    this.grid.store.setState({ edit: null });
    if (edit) this.grid.focus(edit);
  }

  async write(at: Place, value: number): Promise<void> {
    const { model } = this.grid;
    const row = rowOf(model, at.rowId);
    const month = measureColumn(at.column)?.month;
    if (row?.kind !== 'category' || !month || this.refusedOffline()) return;
    const change = { category: row, month, cents: value };
    const cell = `${monthSheet(month)}!${categoryCell('budgeted', row.id)}`;
    // The change of an amount that stays the same never comes.
    if (cells.get(cell) !== value) this.typed.add(cell);
    if (!(await run(setAmount(change)))) {
      this.typed.delete(cell);
      return;
    }
    flashAll(this.grid.root, 'data-cell', new Set([cell]));
    // On a phone the next field is open, and the notice may cover it.
    const typesOn = model.isTouch && this.grid.store.getState().edit !== null;
    if (!typesOn) confirmAmount(change);
  }

  /** Forgets that a cell was typed in, because its change has come; whether it was. */
  forgetTyped(cell: string): boolean {
    return this.typed.delete(cell);
  }

  /** True, with a word to the user, when nothing can be written now. */
  private refusedOffline(): boolean {
    const { offline } = this.grid.model;
    if (offline) tell(commonTexts.offline);
    return offline;
  }

  /** On to the next Budgeted cell. A phone has no keys to open it with, so it opens at once. */
  private advance(at: Place, advance: Advance): void {
    const { model } = this.grid;
    const next = nextBudgeted(at, advance, model);
    this.grid.focus(next ?? at);
    if (next && model.isTouch) this.open(next, 'select');
  }

  private amountAt({ rowId, column }: Place): number {
    const month = measureColumn(column)?.month ?? '';
    return cents(cells.get(`${monthSheet(month)}!${categoryCell('budgeted', rowId)}`));
  }

  /** The amount was changed elsewhere while this one was typed: it is offered back. */
  private tellReplaced(at: Place, typed: number, theirs: number): void {
    const { amounts } = this.grid.model;
    const row = rowOf(this.grid.model, at.rowId);
    const [mine, other] = [amounts.formatFull(typed), amounts.formatFull(theirs)];
    const name = isItem(row) ? row.name : '';
    const month = monthTitle(measureColumn(at.column)?.month ?? '');
    notify({
      id: `budget-replaced-${at.rowId}-${at.column}`,
      type: 'warning',
      message: budgetTexts.changedElsewhere(name, month, other, mine),
      button: { title: budgetTexts.use(other), action: () => void this.write(at, theirs) },
    });
  }

  private refuse(at: Place, text: string, isTooLarge: boolean): void {
    const row = rowOf(this.grid.model, at.rowId);
    const kept = this.grid.model.amounts.formatFull(this.amountAt(at));
    const why = isTooLarge ? commonTexts.tooLarge : commonTexts.cannotRead(text);
    tell(budgetTexts.keeps(why, isItem(row) ? row.name : budgetTexts.theCell, kept));
    clearTimeout(this.refusedTimer);
    this.grid.store.setState({ refused: at });
    this.refusedTimer = setTimeout(() => this.grid.store.setState({ refused: null }), NOTICE_MS);
  }
}
