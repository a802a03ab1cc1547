/** Extends the grid for rules: columns, selection and the way to the editor. */
import { GridController, type Press } from '@/components/grid/GridController';
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
import type { Rule } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { RULE_ACTIONS } from '../actions/ruleActions';
import type { RuleRow } from '../model/rows';

export type RuleColumn = 'select' | 'stage' | 'rule' | 'edit';

const COLUMNS: readonly RuleColumn[] = ['select', 'stage', 'rule', 'edit'];
/** A press on the rule opens it on a phone, where the stage is above the sentence. */
const TOUCH_COLUMNS: readonly RuleColumn[] = ['select', 'rule'];

export class RulesController extends GridController<RuleRow, RuleColumn> implements Selecting {
  readonly selection = createSelection<RuleRow>();
  offline = false;
  isTouch = false;
  onEdit: (rule: Rule) => void = () => {};
  /** Leads to a rule, also to one that the filter hides. */
  onShow: (rowId: string) => void = () => {};

  constructor(store: GridStore<RuleColumn>) {
    super(store, arraySource<RuleRow>([]));
  }

  override get actions() {
    return RULE_ACTIONS;
  }

  get columns(): readonly RuleColumn[] {
    return this.isTouch ? TOUCH_COLUMNS : COLUMNS;
  }

  override columnsAt(): readonly RuleColumn[] {
    return this.columns;
  }

  override columnAt(_index: number, wanted: RuleColumn): RuleColumn {
    return this.columns.includes(wanted) ? wanted : 'rule';
  }

  override firstPlace(): Place<RuleColumn> | null {
    const rowId = this.source.keyAt(0);
    return rowId === null ? null : { rowId, column: 'rule' };
  }

  override press(place: Place<RuleColumn>, { shift, command }: Press): void {
    if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
    else if (this.isTouch) this.act('edit', place);
  }

  override doublePress(place: Place<RuleColumn>): void {
    if (place.column === 'rule' && !this.isTouch) this.act('edit', place);
  }

  row(rowId: string): RuleRow | undefined {
    return this.source.rowAt(this.source.indexOf(rowId));
  }

  /** Leads to a rule that was just saved, which may have another place now. */
  showSaved(rowId: string): void {
    this.whenThere(rowId, () => {
      this.follow(rowId);
      void overlayClosed().then(() => this.focus({ rowId, column: 'rule' }));
    });
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

  /** The selected rules; without any the one of the row. */
  chosen(rowId: string): RuleRow[] {
    const rows = [...this.selection.getState().rows.values()];
    const row = this.row(rowId);
    return rows.length > 0 ? rows : row ? [row] : [];
  }

  private allRows(): RuleRow[] {
    const { source } = this;
    return Array.from({ length: source.count }, (_, at) => source.rowAt(at)).filter(
      (row) => row !== undefined,
    );
  }
}
