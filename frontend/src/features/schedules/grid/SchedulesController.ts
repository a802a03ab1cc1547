/** Extends the grid for schedules: columns, selection and the way to the editor. */
import type { At, Press } from '@/components/grid/GridController';
import type { Place } from '@/components/grid/gridStore';
import { ListController } from '@/components/grid/ListController';
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

export class SchedulesController extends ListController<ScheduleRow, ScheduleColumn> {
  isNarrow = false;
  onEdit: (row: ScheduleRow) => void = () => {};

  override get actions() {
    return SCHEDULE_ACTIONS;
  }

  get columns(): readonly ScheduleColumn[] {
    return this.isNarrow ? NARROW_COLUMNS : COLUMNS;
  }

  get mainColumn(): ScheduleColumn {
    return 'payee';
  }

  override press(place: Place<ScheduleColumn>, { shift, command }: Press): void {
    if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
    else if (this.isTouch) this.act('edit', place);
  }

  override doublePress({ rowId, column }: Place<ScheduleColumn>): void {
    if (column !== 'select' && !this.isTouch) this.act('edit', { rowId, column });
  }
}
