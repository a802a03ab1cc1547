/** Extends the grid for schedules: columns, selection and the way to the editor. */
import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { GridStore, Place } from '@/components/grid/gridStore';
import { arraySource } from '@/components/grid/rowSource';
import type { Selecting } from '@/components/grid/selecting';
import {
  clearSelection,
  createSelection,
  selectOnly,
  selectRange,
  toggleRow,
} from '@/components/grid/selection';
import { SCHEDULE_ACTIONS } from '../actions/scheduleActions';
import type { ScheduleRow } from '../model/rows';

export type ScheduleColumn =
  | 'select'
  | 'payee'
  | 'account'
  | 'date'
  | 'status'
  | 'amount'
  | 'recurring'
  | 'menu';
export type ScheduleAt = At<SchedulesController>;

const COLUMNS: readonly ScheduleColumn[] = [
  ...(['select', 'payee', 'account', 'date'] as const),
  ...(['status', 'amount', 'recurring', 'menu'] as const),
];
/** Where there is no room, the other columns stand below the payee. */
const NARROW_COLUMNS: readonly ScheduleColumn[] = ['select', 'payee', 'menu'];

export class SchedulesController
  extends GridController<ScheduleRow, ScheduleColumn>
  implements Selecting
{
  readonly selection = createSelection<ScheduleRow>();
  offline = false;
  isTouch = false;
  isNarrow = false;
  onEdit: (row: ScheduleRow) => void = () => {};

  constructor(store: GridStore<ScheduleColumn>) {
    super(store, arraySource<ScheduleRow>([]));
  }

  override get actions() {
    return SCHEDULE_ACTIONS;
  }

  get columns(): readonly ScheduleColumn[] {
    return this.isNarrow ? NARROW_COLUMNS : COLUMNS;
  }

  override columnsAt(): readonly ScheduleColumn[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: ScheduleColumn): ScheduleColumn {
    return this.columns.includes(wanted) ? wanted : 'payee';
  }

  override firstPlace(): Place<ScheduleColumn> | null {
    const rowId = this.source.keyAt(0);
    return rowId === null ? null : { rowId, column: 'payee' };
  }

  override press(place: Place<ScheduleColumn>, { shift, command }: Press): void {
    if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
    else if (this.isTouch) this.act('edit', place);
  }

  override doublePress({ rowId, column }: Place<ScheduleColumn>): void {
    if (column !== 'select' && !this.isTouch) this.act('edit', { rowId, column });
  }

  row(rowId: string): ScheduleRow | undefined {
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

  /** Takes the rows that the filter shows, and no others. */
  selectAll(): void {
    if (this.hasSelection()) this.selectNone();
    else selectOnly(this.selection, this.allRows());
  }

  selectNone(): void {
    clearSelection(this.selection);
  }

  /** The selected schedules; without any the one of the row. */
  chosen(rowId: string): ScheduleRow[] {
    const rows = [...this.selection.getState().rows.values()];
    const row = this.row(rowId);
    return rows.length > 0 ? rows : row ? [row] : [];
  }

  private allRows(): ScheduleRow[] {
    const { source } = this;
    return Array.from({ length: source.count }, (_, at) => source.rowAt(at)).filter(
      (row) => row !== undefined,
    );
  }
}
