/** Extends the grid for the rows of a statement, which are taken or left out. */
import { type At, GridController, type Press } from '@/components/grid/GridController';
import type { GridStore, Place } from '@/components/grid/gridStore';
import { MOVEMENT } from '@/components/grid/movement';
import { arraySource } from '@/components/grid/rowSource';
import type { Action } from '@/lib/actions/actions';
import { statementsTexts } from '@/texts/statements';
import type { StatementRow } from '../model/rows';

export type StatementColumn = 'select' | 'date' | 'payee' | 'amount' | 'becomes';

const COLUMNS: readonly StatementColumn[] = ['select', 'date', 'payee', 'amount', 'becomes'];
const TOUCH_COLUMNS: readonly StatementColumn[] = ['select', 'payee'];

export class StatementController extends GridController<StatementRow, StatementColumn> {
  isTouch = false;
  /** Takes rows or leaves them out. */
  onTake: (ids: readonly string[], isTaken: boolean) => void = () => {};

  constructor(store: GridStore<StatementColumn>) {
    super(store, arraySource<StatementRow>([]));
  }

  override get actions(): readonly Action<At<StatementController>>[] {
    return ACTIONS;
  }

  get columns(): readonly StatementColumn[] {
    return this.isTouch ? TOUCH_COLUMNS : COLUMNS;
  }

  override columnsAt(): readonly StatementColumn[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: StatementColumn): StatementColumn {
    return this.columns.includes(wanted) ? wanted : 'payee';
  }

  override press(place: Place<StatementColumn>, { shift }: Press): void {
    if (shift) this.takeUpTo(place.rowId);
    else if (place.column === 'select' || this.isTouch) this.toggle(place.rowId);
  }

  /** Takes the row or leaves it out. */
  toggle(rowId: string): void {
    const row = this.rowOf(rowId);
    if (!row || row.state === 'problem') return;
    this.last = rowId;
    this.onTake([rowId], row.state === 'leftOut');
  }

  /** Does to all rows up to this one what was done to the last. */
  takeUpTo(rowId: string): void {
    const from = this.source.indexOf(this.last);
    const to = this.source.indexOf(rowId);
    const first = this.rowOf(this.last);
    if (from < 0 || to < 0 || !first) {
      this.toggle(rowId);
      return;
    }
    const ids = this.allRows().slice(Math.min(from, to), Math.max(from, to) + 1);
    this.onTake(idsOf(ids), first.state !== 'leftOut');
  }

  /** Takes all rows; leaves all out if all are taken. */
  toggleAll(): void {
    const rows = this.allRows().filter(({ state }) => state !== 'problem');
    const isAll = rows.every(({ state }) => state !== 'leftOut');
    this.onTake(idsOf(rows), !isAll);
  }

  private last = '';

  private rowOf(rowId: string): StatementRow | undefined {
    return this.source.rowAt(this.source.indexOf(rowId));
  }

  private allRows(): StatementRow[] {
    const { source } = this;
    return Array.from({ length: source.count }, (_, at) => source.rowAt(at)).filter(
      (row) => row !== undefined,
    );
  }
}

const idsOf = (rows: readonly StatementRow[]) => rows.map(({ id }) => id);

const ACTIONS: readonly Action<At<StatementController>>[] = [
  {
    id: 'take',
    label: statementsTexts.select,
    keys: ['Space', 'X'],
    run: ({ grid, rowId }) => grid.toggle(rowId),
  },
  {
    id: 'take-range',
    label: statementsTexts.select,
    keys: ['Shift+Space', 'Shift+X'],
    run: ({ grid, rowId }) => grid.takeUpTo(rowId),
  },
  {
    id: 'take-all',
    label: statementsTexts.selectAll,
    keys: ['Mod+A'],
    run: ({ grid }) => grid.toggleAll(),
  },
  ...MOVEMENT,
];
