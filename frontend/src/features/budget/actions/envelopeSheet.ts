/** The menu of a row for a thumb: what can be done with its amounts comes first. */
import type { ActionGroups } from '@/components/grid/GridMenu';
import { type Action, isApplicable, labelOf } from '@/lib/actions/actions';
import { detailsTexts } from '@/texts/details';
import type { Measure } from '../model/cells';
import { columnId } from '../model/columns';
import { addCategory } from './addCategory';
import type { BudgetAt } from './at';
import { explain } from './explain';
import { average, copyLast, copyOnward } from './fill';
import { hide, show } from './hide';
import { cover, transfer } from './money';
import { moveDown, moveUp } from './moveItem';
import { moveToGroup } from './moveToGroup';
import { note } from './note';
import { remove } from './remove';
import { rename } from './rename';
import { rollover } from './rollover';
import { applyTemplate } from './templates';

/** The action on an amount of the row, in the month that a phone shows. */
const on =
  (measure: Measure) =>
  (action: Action<BudgetAt>): Action<BudgetAt> => {
    const there = (at: BudgetAt): BudgetAt => {
      const month = at.grid.model.months[0];
      return month ? { ...at, column: columnId(measure, month) } : at;
    };
    const { reason, choices, choose } = action;
    return {
      ...action,
      label: (at) => labelOf(action, there(at)),
      applies: (at) => isApplicable(action, there(at)),
      ...(reason && { reason: (at) => reason(there(at)) }),
      ...(choices && { choices: (at) => choices(there(at)) }),
      ...(choose && { choose: (at, choice) => choose(there(at), choice) }),
      run: (at, event) => action.run(there(at), event),
    };
  };

/** The sheet is about the row, so the number is named. */
const explainBalance = { ...explain, label: detailsTexts.explainBalance };

export const ENVELOPE_SHEET: ActionGroups<BudgetAt> = [
  [cover, transfer].map(on('balance')),
  [copyLast, average, copyOnward, applyTemplate].map(on('budgeted')),
  [note, ...[explainBalance, rollover].map(on('balance'))],
  [rename, addCategory, moveUp, moveDown, moveToGroup, hide, show, remove],
];
