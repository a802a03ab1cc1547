/** Extends the grid for lists whose rows are selected as a whole, such as payees or rules. */
import { GridController } from './GridController';
import type { GridStore, Place } from './gridStore';
import { arraySource } from './rowSource';
import type { Selecting } from './selecting';
import { clearSelection, createSelection, selectOnly, selectRange, toggleRow } from './selection';

export abstract class ListController<
    Row extends { id: string },
    Column extends string,
    Edit extends Place<Column> = Place<Column>,
  >
  extends GridController<Row, Column, Edit>
  implements Selecting
{
  readonly selection = createSelection<Row>();
  offline = false;
  isTouch = false;

  constructor(store: GridStore<Column, Edit>) {
    super(store, arraySource<Row>([]));
  }

  /** The columns in view. */
  abstract get columns(): readonly Column[];

  /** The column that stands for the whole row. */
  abstract get mainColumn(): Column;

  override columnsAt(): readonly Column[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: Column): Column {
    return this.columns.includes(wanted) ? wanted : this.mainColumn;
  }

  override firstPlace(): Place<Column> | null {
    const rowId = this.source.keyAt(0);
    return rowId === null ? null : { rowId, column: this.mainColumn };
  }

  row(rowId: string): Row | undefined {
    return this.source.rowAt(this.source.indexOf(rowId));
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

  /** Selects the rows that the filter shows, and no others. */
  selectAll(): void {
    if (this.hasSelection()) this.selectNone();
    else selectOnly(this.selection, this.allRows());
  }

  selectNone(): void {
    clearSelection(this.selection);
  }

  /** The selected rows; without any the given one. */
  chosen(rowId: string): Row[] {
    const rows = [...this.selection.getState().rows.values()];
    const row = this.row(rowId);
    return rows.length > 0 ? rows : row ? [row] : [];
  }

  private allRows(): Row[] {
    const { source } = this;
    return Array.from({ length: source.count }, (_, at) => source.rowAt(at)).filter(
      (row) => row !== undefined,
    );
  }
}
