/** Every action of the rules table, with its bar. */
import { CopyPlus, GitCompareArrows, Pencil, Trash2 } from 'lucide-react';
import { showAlert } from '@/components/AlertDialog';
import type { At } from '@/components/grid/GridController';
import { MOVEMENT } from '@/components/grid/movement';
import { SELECTING } from '@/components/grid/selecting';
import type { Action } from '@/lib/actions/actions';
import { confirmStep } from '@/lib/history/confirmStep';
import { stepText } from '@/lib/history/steps';
import { commonTexts } from '@/texts/common';
import { rulesTexts } from '@/texts/rules';
import { ADDED, deleteRules, deletionOf, duplicateRule } from '../api';
import type { RulesController } from '../grid/RulesController';
import type { RuleRow } from '../model/rows';
import { run } from '../run';

type RuleAt = At<RulesController>;

const rowAt = ({ grid, rowId }: RuleAt) => grid.row(rowId);
const onRow = (at: RuleAt) => rowAt(at) !== undefined;

/** Writes wait for the connection. */
function offline({ grid }: RuleAt): string | undefined {
  return grid.offline ? commonTexts.offline : undefined;
}

function refusal(at: RuleAt): string | undefined {
  const isNone = at.grid.chosen(at.rowId).length === 0;
  return offline(at) ?? (isNone ? rulesTexts.nothingSelected : undefined);
}

const isOne = ({ grid, rowId }: RuleAt) => grid.chosen(rowId).length === 1;

const edit: Action<RuleAt> = {
  id: 'edit',
  label: rulesTexts.editHelp,
  keys: ['Enter', 'F2'],
  icon: Pencil,
  applies: onRow,
  run: (at) => {
    const row = rowAt(at);
    if (row) at.grid.onEdit(row.rule);
  },
};

const showOther: Action<RuleAt> = {
  id: 'show-other',
  label: rulesTexts.showOtherHelp,
  keys: ['G'],
  icon: GitCompareArrows,
  applies: (at) => rowAt(at)?.contradiction != null,
  run: (at) => {
    const otherId = rowAt(at)?.contradiction?.otherId;
    if (otherId !== undefined) at.grid.onShow(otherId);
  },
};

const duplicate: Action<RuleAt> = {
  id: 'duplicate',
  label: commonTexts.duplicate,
  general: rulesTexts.duplicateHelp,
  keys: ['U'],
  icon: CopyPlus,
  reason: (at) => refusal(at) ?? (isOne(at) ? undefined : rulesTexts.onlyOne),
  run: async ({ grid, rowId }) => {
    const [row] = grid.chosen(rowId);
    if (row && (await run(duplicateRule(row.rule)))) confirmStep(ADDED);
  },
};

const remove: Action<RuleAt> = {
  id: 'delete',
  label: ({ grid, rowId }) => rulesTexts.removeSome(grid.chosen(rowId).length),
  general: rulesTexts.removeHelp,
  keys: ['D', 'Delete'],
  icon: Trash2,
  look: 'danger',
  reason: refusal,
  run: ({ grid, rowId }) => void removeRows(grid, grid.chosen(rowId)),
};

async function removeRows(grid: RulesController, rows: readonly RuleRow[]): Promise<void> {
  const deleting = deleteRules(rows.map(({ rule }) => rule));
  if (!(await run(deleting))) return;
  const { step, count, isPartial } = await deleting;
  grid.selectNone();
  if (count > 0) confirmStep(step, stepText(deletionOf(count)) ?? '');
  if (isPartial) showAlert(rulesTexts.linkedTitle, rulesTexts.linked);
  else grid.returnFocus();
}

export const SELECTED: readonly Action<RuleAt>[] = [duplicate, remove];

export const RULE_ACTIONS: readonly Action<RuleAt>[] = [
  edit,
  showOther,
  ...SELECTED,
  ...SELECTING,
  ...MOVEMENT,
];
