/** Extends the grid for the transactions that schedules will bring; it has the register's columns. */
import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { GridStore, Place } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import { COMING_ACTIONS } from '../actions/coming';
import type { ColumnId } from '../model/columns';
import type { ComingRow } from './rows';

export type ComingAt = At<ComingController>;

export class ComingController extends GridController<ComingRow, ColumnId> {
  override takesFreeKeyboard = false;
  columns: readonly ColumnId[] = [];
  offline = false;
  isTouch = false;
  onEdit: (row: ComingRow) => void = () => {};

  constructor(store: GridStore<ColumnId>) {
    super(store, arraySource<ComingRow>([]));
  }

  override get actions() {
    return COMING_ACTIONS;
  }

  override columnsAt(): readonly ColumnId[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: ColumnId): ColumnId {
    return this.columns.includes(wanted) ? wanted : 'payee';
  }

  override firstPlace(): Place<ColumnId> | null {
    const rowId = this.source.keyAt(0);
    return rowId === null ? null : { rowId, column: 'payee' };
  }

  override press(place: Place<ColumnId>, { target }: Press): void {
    if (this.isTouch) this.openMenu('row', place, target);
  }

  override doublePress(place: Place<ColumnId>): void {
    if (!this.isTouch) this.act('edit', place);
  }

  row(rowId: string): ComingRow | undefined {
    return this.source.rowAt(this.source.indexOf(rowId));
  }
}
