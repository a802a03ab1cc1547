/** Extends the grid for payees: columns, selection and links to transactions. */
import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { GridState, GridStore, Place } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import type { Selecting } from '@/components/grid/selecting';
import {
  clearSelection,
  createSelection,
  selectOnly,
  selectRange,
  toggleRow,
} from '@/components/grid/selection';
import { PAYEE_ACTIONS } from '../actions/payeeActions';
import type { PayeeRow } from '../model/rows';

export type PayeeColumn = 'select' | 'favorite' | 'name' | 'transactions' | 'rules' | 'learns';

const COLUMNS: readonly PayeeColumn[] = [
  'select',
  'favorite',
  'name',
  'transactions',
  'rules',
  'learns',
];
/** A phone shows two; the rest is in the menu of the row. */
const TOUCH_COLUMNS: readonly PayeeColumn[] = ['name', 'transactions'];

/** A name is being typed. */
export interface NameEdit extends Place<PayeeColumn> {
  /** A rejected name, for correction. */
  text?: string;
}

export type PayeesState = GridState<PayeeColumn, NameEdit>;
export type PayeesStore = GridStore<PayeeColumn, NameEdit>;
export type PayeeAt = At<PayeesController>;

export class PayeesController
  extends GridController<PayeeRow, PayeeColumn, NameEdit>
  implements Selecting
{
  readonly selection = createSelection<PayeeRow>();
  offline = false;
  isTouch = false;
  /** Leads to the transactions of a payee. */
  onShow: (row: PayeeRow) => void = () => {};

  constructor(store: PayeesStore) {
    super(store, arraySource<PayeeRow>([]));
  }

  override get actions() {
    return PAYEE_ACTIONS;
  }

  get columns(): readonly PayeeColumn[] {
    return this.isTouch ? TOUCH_COLUMNS : COLUMNS;
  }

  override columnsAt(): readonly PayeeColumn[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: PayeeColumn): PayeeColumn {
    return this.columns.includes(wanted) ? wanted : 'name';
  }

  override firstPlace(): Place<PayeeColumn> | null {
    const rowId = this.source.keyAt(0);
    return rowId === null ? null : { rowId, column: 'name' };
  }

  override press(place: Place<PayeeColumn>, { shift, command }: Press): void {
    if (this.isTouch) this.act('row-menu', place);
    else if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
  }

  override doublePress(place: Place<PayeeColumn>): void {
    if (place.column === 'name') this.act('rename', place);
  }

  row(rowId: string): PayeeRow | undefined {
    return this.source.rowAt(this.source.indexOf(rowId));
  }

  rename(edit: NameEdit): void {
    this.scrollTo(this.source.indexOf(edit.rowId));
    this.patch({ edit });
  }

  /** Reopens a rejected name for correction, unless the user has moved on. */
  renameAgain(edit: NameEdit): void {
    if (this.hasDomFocus() && !this.store.getState().edit) this.patch({ edit });
  }

  hasSelection(): boolean {
    return this.selection.getState().rows.size > 0;
  }

  toggleSelected(rowId: string): void {
    const row = this.row(rowId);
    if (row) toggleRow(this.selection, row);
  }

  selectTo(rowId: string): void {
    selectRange(this.selection, this.source, (row) => row ?? null, rowId);
  }

  selectAll(): void {
    if (this.hasSelection()) this.selectNone();
    else selectOnly(this.selection, this.allRows());
  }

  selectNone(): void {
    clearSelection(this.selection);
  }

  /** The selected payees; without any the one of the row. */
  chosen(rowId: string): PayeeRow[] {
    const rows = [...this.selection.getState().rows.values()];
    const row = this.row(rowId);
    return rows.length > 0 ? rows : row ? [row] : [];
  }

  private allRows(): PayeeRow[] {
    const { source } = this;
    return Array.from({ length: source.count }, (_, at) => source.rowAt(at)).filter(
      (row) => row !== undefined,
    );
  }
}
