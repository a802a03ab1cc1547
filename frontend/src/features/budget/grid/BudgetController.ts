/**
 * Extends the grid for the budget: columns, collapsing, moving and links to transactions. It holds
 * the current model, draws nothing and knows no amounts besides the one being edited.
 */

import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { Place } from '@/components/grid/gridStore';
import { arraySource, type RowSource } from '@/components/grid/rowSource';
import type { Month } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { savePrefs } from '@/lib/prefs/prefs';
import { budgetTexts } from '@/texts/budget';
import { BUDGET_ACTIONS } from '../actions/budgetActions';
import { moveItem } from '../api';
import {
  type ColumnId,
  columnId,
  columnsOf,
  isEditable,
  measureColumn,
  NAME_COLUMN,
  resolveColumn,
} from '../model/columns';
import { applyMove, type Move } from '../model/reorder';
import {
  type Adding,
  type CategoryRow,
  type GridRow,
  isFocusable,
  isItem,
  NEW_CATEGORY_ROW,
  NEW_GROUP_ROW,
} from '../model/rows';
import { AmountEditing } from './AmountEditing';
import type { BudgetEdit, BudgetStore } from './budgetStore';
import { type GridModel, groupOf, rowOf } from './gridModel';
import { budgetReorder } from './reorder';
import { run } from './run';

export type BudgetAt = At<BudgetController>;

export class BudgetController extends GridController<GridRow, ColumnId, BudgetEdit> {
  model: GridModel;
  readonly editing = new AmountEditing(this);
  override reorder = budgetReorder(this);
  /** Shows the transactions behind a spent amount. */
  onShowSpent: ((category: CategoryRow, month: Month) => void) | null = null;

  constructor(store: BudgetStore, model: GridModel) {
    super(store, arraySource(model.rows));
    this.model = model;
  }

  override get actions() {
    return BUDGET_ACTIONS;
  }

  override columnsAt(index: number): readonly ColumnId[] {
    const row = this.source.rowAt(index);
    return row ? columnsOf(row, this.model) : [];
  }

  override columnAt(index: number, wanted: ColumnId): ColumnId {
    const row = this.source.rowAt(index);
    return row ? resolveColumn(row, wanted, this.model) : wanted;
  }

  override canFocus(index: number): boolean {
    return isFocusable(this.source.rowAt(index));
  }

  /** The first Budgeted cell, else the first row's name. */
  override firstPlace(): Place | null {
    const { rows, months } = this.model;
    const category = rows.find((row) => row.kind === 'category' && !row.income);
    const month = months[0];
    if (category && month) return { rowId: category.id, column: columnId('budgeted', month) };
    return rows[0] ? { rowId: rows[0].id, column: NAME_COLUMN } : null;
  }

  override press(place: Place, _press: Press): void {
    const row = rowOf(this.model, place.rowId);
    if (isEditable(row, place.column, this.model.type)) this.editing.open(place, 'select');
    else if (row?.kind === 'category' && measureColumn(place.column)?.measure === 'spent') {
      this.act('show-spent', place);
    } else if (this.model.isTouch && place.column === NAME_COLUMN) this.act('row-menu', place);
    else if (measureColumn(place.column)) this.focus(place);
  }

  override doublePress(place: Place): void {
    if (place.column === NAME_COLUMN) this.act('rename', place);
  }

  override update(source: RowSource<GridRow>): void {
    const { edit } = this.store.getState();
    if (edit && source.indexOf(edit.rowId) < 0) this.patch({ edit: null });
    super.update(source);
  }

  protected override announceNext(index: number): void {
    const row = this.source.rowAt(index);
    if (isItem(row)) announce(row.name);
  }

  rename(rowId: string): void {
    this.scrollTo(this.source.indexOf(rowId));
    this.patch({ edit: { kind: 'name', rowId, column: NAME_COLUMN } });
  }

  add(adding: Adding): void {
    const rowId = adding.kind === 'group' ? NEW_GROUP_ROW : NEW_CATEGORY_ROW;
    this.patch({ edit: { kind: 'new', rowId, column: NAME_COLUMN, adding } });
    this.whenThere(rowId, () => this.scrollTo(this.source.indexOf(rowId)));
  }

  /** Reopens a rejected name for correction, unless the user has moved on. */
  editAgain(edit: BudgetEdit): void {
    if (this.hasDomFocus() && !this.store.getState().edit) this.patch({ edit });
  }

  collapse(groupId: string, collapsed: boolean): void {
    const next = new Set(this.model.collapsed);
    if (collapsed) next.add(groupId);
    else next.delete(groupId);
    this.saveCollapsed(next);
  }

  collapseAll(collapsed: boolean): void {
    const ids = this.model.groups.map((group) => group.id);
    const { focus } = this.store.getState();
    const row = focus ? rowOf(this.model, focus.rowId) : undefined;
    this.saveCollapsed(new Set(collapsed ? ids : []));
    announce(collapsed ? budgetTexts.allGroupsCollapsed : budgetTexts.allGroupsExpanded);
    if (collapsed && focus && row?.kind === 'category') {
      this.focus({ rowId: row.groupId, column: focus.wanted });
    }
  }

  move(move: Move, name: string): void {
    const groups = applyMove(this.model.groups, move);
    const group = groups.find((candidate) => candidate.id === move.groupId);
    const list = move.kind === 'group' ? groups : (group?.categories ?? []);
    const shown = list.filter((item) => this.model.showHidden || !item.hidden);
    const position = shown.findIndex((item) => item.id === move.id) + 1;
    if (group && this.model.collapsed.has(group.id)) this.collapse(group.id, false);
    this.follow(move.id);
    const where = group && move.kind === 'category' ? group.name : null;
    const message = budgetTexts.movedTo(name, position, shown.length, where);
    void run(moveItem(move, name, message));
  }

  /** Focuses a row that the backend has just made, as soon as the list with it is here. */
  focusWhenThere(place: Place): void {
    this.whenThere(place.rowId, () => this.focus(place));
  }

  private saveCollapsed(collapsed: ReadonlySet<string>): void {
    const known = [...collapsed].filter((id) => groupOf(this.model, id));
    void run(savePrefs({ 'budget.collapsed': known }));
  }
}
