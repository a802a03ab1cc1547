/** What can be done with goal templates, where the budget has them switched on. */
import { ClipboardCheck, Sparkles, WandSparkles } from 'lucide-react';
import type { Action } from '@/lib/actions/actions';
import { getPref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { templatesTexts } from '@/texts/templates';
import { run } from '../grid/run';
import { measureColumn } from '../model/columns';
import { BUDGETING, hasLine } from '../templates/noteLines';
import {
  applyTemplateOf,
  applyTemplates,
  checkTemplates,
  cleanUp,
  overwriteWithTemplates,
} from '../templates/templatesApi';
import { type BudgetAt, itemAt, offline, onAmount } from './at';
import type { MonthAt } from './monthAt';

const isOn = () => getPref('flags.goalTemplatesEnabled');

export const applyTemplate: Action<BudgetAt> = {
  id: 'apply-template',
  label: templatesTexts.applyOne,
  icon: WandSparkles,
  applies: (at) => {
    const { model } = at.grid;
    return isOn() && onAmount(at) && hasLine(model.notes[at.rowId], BUDGETING);
  },
  reason: offline,
  run: (at) => {
    const month = measureColumn(at.column)?.month;
    if (month) void run(applyTemplateOf(itemAt(at), month));
  },
};

const ofMonth = (part: Omit<Action<MonthAt>, 'applies' | 'reason'>): Action<MonthAt> => ({
  applies: isOn,
  reason: (at) => (at.offline ? commonTexts.offline : undefined),
  ...part,
});

/** What templates do with a month. */
export const TEMPLATES_MENU: readonly Action<MonthAt>[] = [
  ofMonth({
    id: 'month-apply-templates',
    label: templatesTexts.apply,
    icon: WandSparkles,
    run: ({ month }) => void run(applyTemplates(month)),
  }),
  ofMonth({
    id: 'month-overwrite-templates',
    label: templatesTexts.overwrite,
    icon: WandSparkles,
    run: ({ month }) => void run(overwriteWithTemplates(month)),
  }),
  ofMonth({
    id: 'month-check-templates',
    label: templatesTexts.check,
    icon: ClipboardCheck,
    run: () => void run(checkTemplates()),
  }),
  {
    ...ofMonth({
      id: 'month-clean-up',
      label: templatesTexts.cleanUp,
      icon: Sparkles,
      run: ({ month }) => void run(cleanUp(month)),
    }),
    applies: ({ type }) => type === 'rollover' && isOn(),
  },
];
