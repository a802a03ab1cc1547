/** What can be done with a whole month: fill its envelopes, hold its money. */
import {
  CalendarArrowDown,
  CalendarClock,
  CircleHelp,
  CircleSlash,
  LifeBuoy,
  PiggyBank,
  RotateCcw,
  Sigma,
  StepForward,
} from 'lucide-react';
import { type Action, generalLabel } from '@/lib/actions/actions';
import { monthTitle } from '@/lib/format/dates';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { cells } from '@/lib/sheet/sheet';
import { budgetTexts } from '@/texts/budget';
import { commonTexts } from '@/texts/common';
import { scheduleScreens } from '@/texts/scheduleShell';
import { balances } from '../bar/useOverspent';
import { openComing } from '../coming/openComing';
import { openExplain } from '../explain/openExplain';
import {
  AVERAGED,
  type Averaged,
  copyLastMonth,
  copyToFuture,
  setAllToAverage,
  setAllToZero,
} from '../fill/fillApi';
import { run } from '../grid/run';
import { summaryShape } from '../model/amounts';
import { cents } from '../model/cells';
import { shownEnvelopes } from '../model/envelopes';
import { overspentOf } from '../model/overspent';
import { resetHold } from '../money/moveApi';
import { openCoverAll, openHold, openMoney } from '../money/openMoney';
import { TO_BUDGET } from '../money/toBudget';
import type { MonthAt } from './monthAt';
import { TEMPLATES_MENU } from './templates';

const offline = (at: MonthAt) => (at.offline ? commonTexts.offline : undefined);
const isEnvelopes = ({ type }: MonthAt) => type === 'rollover';
const amount = ({ month }: MonthAt, name: string) =>
  cents(cells.get(`${monthSheet(month)}!${name}`));

export const copyAll: Action<MonthAt> = {
  id: 'month-copy-last',
  label: budgetTexts.copyLastMonth,
  icon: CalendarArrowDown,
  reason: offline,
  run: ({ month }) => void run(copyLastMonth(month)),
};

export const zeroAll: Action<MonthAt> = {
  id: 'month-set-zero',
  label: budgetTexts.setAllToZero,
  icon: CircleSlash,
  reason: offline,
  run: ({ month }) => void run(setAllToZero(month)),
};

const averageAll = (count: Averaged): Action<MonthAt> => ({
  id: `month-average-${count}`,
  label: budgetTexts.setAllToAverage(count),
  icon: Sigma,
  reason: offline,
  run: ({ month }) => void run(setAllToAverage(month, count)),
});

export const futureAll: Action<MonthAt> = {
  id: 'month-copy-to-future',
  label: budgetTexts.copyToFuture,
  icon: StepForward,
  applies: ({ type }) => type === 'report',
  reason: offline,
  run: ({ month }) => void run(copyToFuture(month)),
};

export const hold: Action<MonthAt> = {
  id: 'hold',
  label: budgetTexts.holdForNextMonth,
  icon: PiggyBank,
  applies: isEnvelopes,
  reason: (at) => offline(at) ?? (amount(at, TO_BUDGET) > 0 ? undefined : budgetTexts.nothingLeft),
  run: ({ month }) => openHold(month),
};

export const releaseHold: Action<MonthAt> = {
  id: 'reset-hold',
  label: budgetTexts.resetHold,
  icon: RotateCcw,
  applies: (at) => isEnvelopes(at) && amount(at, 'buffered') !== 0,
  reason: offline,
  run: ({ month }) => void run(resetHold(month)),
};

export const transferLeft: Action<MonthAt> = {
  id: 'transfer-left',
  label: budgetTexts.transferToCategory,
  icon: StepForward,
  applies: (at) => isEnvelopes(at) && amount(at, TO_BUDGET) >= 0,
  reason: hold.reason ?? offline,
  run: ({ month, groups }) => openMoney({ kind: 'move', month, placeId: TO_BUDGET }, groups),
};

export const coverLeft: Action<MonthAt> = {
  id: 'cover-overbudgeted',
  label: budgetTexts.coverOverbudgeted,
  icon: StepForward,
  applies: (at) => isEnvelopes(at) && amount(at, TO_BUDGET) < 0,
  reason: offline,
  run: ({ month, groups }) => openMoney({ kind: 'cover', month, placeId: TO_BUDGET }, groups),
};

export const coverAll: Action<MonthAt> = {
  id: 'cover-all',
  label: budgetTexts.coverAll,
  icon: LifeBuoy,
  applies: (at) => isEnvelopes(at) && overspentIn(at).length > 0,
  reason: offline,
  run: ({ month, groups }) => openCoverAll(month, groups),
};

/** The shown envelopes whose overspending does not roll over. */
function overspentIn({ month, groups }: MonthAt) {
  const ids = shownEnvelopes(groups).map(({ id }) => id);
  return overspentOf(balances(monthSheet(month), ids)).charged;
}

export const explainLeft: Action<MonthAt> = {
  id: 'explain-left',
  label: budgetTexts.explain,
  icon: CircleHelp,
  run: ({ month, groups, type, today }) =>
    openExplain(cellName(monthSheet(month), summaryShape(type, month, today).totalCell), {
      groups,
      type,
    }),
};

/** The menu of what is left to budget. */
export const LEFT_MENU: readonly Action<MonthAt>[] = [
  transferLeft,
  coverLeft,
  coverAll,
  hold,
  releaseHold,
  explainLeft,
];

/** What schedules will still bring. */
export const showComing: Action<MonthAt> = {
  id: 'month-coming',
  label: scheduleScreens.coming,
  icon: CalendarClock,
  run: ({ month }) => openComing(month),
};

/** What fills a month. */
export const FILL_MENU: readonly Action<MonthAt>[] = [
  copyAll,
  ...AVERAGED.map(averageAll),
  zeroAll,
  futureAll,
  ...TEMPLATES_MENU,
];

/** The menu of a month. */
export const MONTH_MENU: readonly Action<MonthAt>[] = [
  ...FILL_MENU,
  coverAll,
  hold,
  releaseHold,
  showComing,
];

/**
 * All actions of a month, for the command palette. It includes those that do not apply now, because
 * the palette does not update when amounts change.
 */
export function monthPalette({ month, type }: MonthAt): readonly Action<MonthAt>[] {
  const all = type === 'rollover' ? [...LEFT_MENU, ...MONTH_MENU] : MONTH_MENU;
  const own = type === 'rollover' ? all : all.filter(({ applies }) => applies === undefined);
  return [...new Set(own)].map(({ applies, ...action }) => ({
    ...action,
    label: budgetTexts.inMonth(generalLabel(action), monthTitle(month)),
    reason: (at) =>
      action.reason?.(at) ?? (applies?.(at) === false ? budgetTexts.notNow : undefined),
  }));
}
