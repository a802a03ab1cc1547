/**
 * Extends the grid for the register: selecting, folding, editing and splitting transactions. It
 * holds the current model and draws nothing.
 */

import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { RowSource } from '@/components/grid/rowSource';
import type { Selecting } from '@/components/grid/selecting';
import { clearSelection, selectOnly, selectRange, toggleRow } from '@/components/grid/selection';
import type { GoToDraft } from '@/domain/transactions/draftNotices';
import { matchingRows, type Transaction } from '@/domain/transactions/transaction';
import { announce } from '@/lib/announce/announce';
import { tell } from '@/lib/notices/tell';
import { registerTexts } from '@/texts/register';
import { REGISTER_ACTIONS } from '../actions/registerActions';
import { Bulk } from '../bulk/Bulk';
import type { ColumnId } from '../model/columns';
import { fold, isExpanded } from '../model/folding';
import type { Line } from '../model/lines';
import { registerSource, rowOf } from '../model/registerSource';
import { Editing } from './Editing';
import type { RegisterModel } from './registerModel';
import type { CellEdit, CellPlace, RegisterStore } from './registerStore';
import { Splitting } from './Splitting';

export type RegisterAt = At<RegisterController>;

export class RegisterController
  extends GridController<Line, ColumnId, CellEdit>
  implements Selecting
{
  model: RegisterModel;
  /** Folds or unfolds a split and keeps that. */
  onFold: (rowId: string, expanded: boolean) => void = () => {};
  /** Opens a layer over the register, with what it is to know. */
  openLayer: (path: string, given?: object) => void = () => {};
  /** Goes to another screen, from which Back returns here. */
  goTo: (path: string) => void = () => {};
  /** Leads to where a draft is typed. */
  goToDraft: GoToDraft = () => {};
  readonly editing = new Editing(this);
  readonly splitting = new Splitting(this);
  readonly bulk = new Bulk(this);
  private shown: RegisterModel['list'];

  constructor(store: RegisterStore, model: RegisterModel) {
    super(store, registerSource(model.list));
    this.model = model;
    this.shown = model.list;
  }

  override get actions() {
    return REGISTER_ACTIONS;
  }

  override columnsAt(): readonly ColumnId[] {
    return this.model.columns.ids;
  }

  override columnAt(_index: number, wanted: ColumnId): ColumnId {
    return this.model.columns.ids.includes(wanted) ? wanted : 'payee';
  }

  override firstPlace(): CellPlace | null {
    const rowId = this.source.count > 0 ? this.source.keyAt(0) : null;
    return rowId === null ? null : { rowId, column: 'payee' };
  }

  override keyInEditor(event: KeyboardEvent): boolean {
    return this.splitting.keyInEditor(event);
  }

  override press(place: CellPlace, { shift, command }: Press): void {
    if (place.column === 'select' || shift || command) {
      if (shift) this.selectTo(place.rowId);
      else this.toggleSelected(place.rowId);
    } else this.editing.open(place, { byPointer: true });
  }

  override update(source: RowSource<Line>): void {
    const isOther = this.shown !== this.model.list;
    this.shown = this.model.list;
    if (isOther) this.startOver(source);
    super.update(source);
  }

  /** The screen is taken down. */
  leave(): void {
    this.editing.leave();
    this.forgetAwaited();
  }

  unfold(rowId: string): void {
    const { list, folding } = this.model;
    if (isExpanded(folding, rowId)) return;
    // The list follows at once, so that a new line has its place before it is drawn.
    list.setFolding(fold(folding, rowId, true));
    this.onFold(rowId, true);
  }

  toggleFold(row: Transaction): void {
    if (this.model.foldingLocked) {
      tell(registerTexts.splitsStayOpen);
      return;
    }
    const { expanded, except } = this.model.folding;
    const isOpen = expanded !== except.has(row.id);
    this.onFold(row.id, !isOpen);
    announce(isOpen ? registerTexts.splitCollapsed : registerTexts.splitExpanded);
  }

  hasSelection(): boolean {
    return this.model.selection.getState().rows.size > 0;
  }

  toggleSelected(rowId: string): void {
    const row = this.model.list.row(rowId);
    if (row) toggleRow(this.model.selection, row);
  }

  selectTo(rowId: string): void {
    selectRange(this.model.selection, this.source, rowOf, rowId);
  }

  selectNone(): void {
    clearSelection(this.model.selection);
  }

  selectAll(): void {
    const { list, selection } = this.model;
    if (this.hasSelection()) {
      this.selectNone();
      return;
    }
    // Of a split of which only parts match, only these are meant.
    const matching = [...list.loaded()].flatMap(({ row, children }) => matchingRows(row, children));
    selectOnly(selection, matching);
    announce(registerTexts.selectedCount(selection.getState().rows.size));
  }
}
