/** Extends the grid for rules: columns, selection and the way to the editor. */
import type { Press } from '@/components/grid/GridController';
import type { Place } from '@/components/grid/gridStore';
import { ListController } from '@/components/grid/ListController';
import type { Rule } from '@/generated/contract';
import { overlayClosed } from '@/lib/focus/overlays';
import { RULE_ACTIONS } from '../actions/ruleActions';
import type { RuleRow } from '../model/rows';

export type RuleColumn = 'select' | 'stage' | 'rule' | 'edit';

const COLUMNS: readonly RuleColumn[] = ['select', 'stage', 'rule', 'edit'];
/** A press on the rule opens it on a phone, where the stage is above the sentence. */
const TOUCH_COLUMNS: readonly RuleColumn[] = ['select', 'rule'];

export class RulesController extends ListController<RuleRow, RuleColumn> {
  onEdit: (rule: Rule) => void = () => {};
  /** Leads to a rule, also to one that the filter hides. */
  onShow: (rowId: string) => void = () => {};

  override get actions() {
    return RULE_ACTIONS;
  }

  get columns(): readonly RuleColumn[] {
    return this.isTouch ? TOUCH_COLUMNS : COLUMNS;
  }

  get mainColumn(): RuleColumn {
    return 'rule';
  }

  override press(place: Place<RuleColumn>, { shift, command }: Press): void {
    if (shift) this.selectTo(place.rowId);
    else if (command || place.column === 'select') this.toggleSelected(place.rowId);
    else if (this.isTouch) this.act('edit', place);
  }

  override doublePress(place: Place<RuleColumn>): void {
    if (place.column === 'rule' && !this.isTouch) this.act('edit', place);
  }

  /** Leads to a rule that was just saved, which may have another place now. */
  showSaved(rowId: string): void {
    this.whenThere(rowId, () => {
      this.follow(rowId);
      void overlayClosed().then(() => this.focus({ rowId, column: 'rule' }));
    });
  }
}
