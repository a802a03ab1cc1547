/** The words of explained numbers. */
import type { BudgetType, Month } from '@/generated/contract';
import { addMonths, monthShort, monthTitle } from '@/lib/format/dates';
import { budgetTexts } from '@/texts/budget';
import { explainTexts as texts } from '@/texts/explain';
import type { CellKind, Subject } from './subject';

interface Words {
  name: string | ((last: string) => string);
  /** How the number comes about; `last` is the month before. */
  formula: (month: string, last: string) => string;
}

const fixed = (name: string, words: string): Words => ({ name, formula: () => words });
const bySum = (name: Words['name'], formula: Words['formula']): Words => ({ name, formula });

const WORDS: Record<CellKind, Words> = {
  budget: fixed(texts.budgeted, texts.typedBudget),
  'sum-amount': bySum(texts.spent, texts.sumOfTransactions),
  leftover: bySum(texts.balance, (_, last) => texts.balanceSum(last)),
  'leftover-pos': fixed(texts.leftOver, texts.positiveBalance),
  carryover: fixed(texts.rollsOver, texts.carryoverFlag),
  goal: fixed(texts.goal, texts.setGoal),
  'long-goal': fixed(texts.longGoal, texts.setGoal),
  underfunded: fixed(texts.underfunded, texts.missing),
  'group-budget': fixed(texts.budgeted, texts.sumOfGroup),
  'group-sum-amount': fixed(texts.spent, texts.sumOfGroup),
  'group-leftover': fixed(texts.balance, texts.sumOfGroup),
  'available-funds': bySum(texts.availableFunds, (_, last) => texts.fundsSum(last)),
  'last-month-overspent': bySum(texts.overspentIn, (_, last) => texts.sumOfOverspent(last)),
  buffered: fixed(texts.heldByHand, texts.typedHold),
  'buffered-auto': fixed(texts.heldByItself, texts.keptIncome),
  'buffered-selected': fixed(texts.held, texts.heldAmount),
  'total-budgeted': fixed(texts.allBudgeted, texts.budgetedAway),
  'to-budget': bySum(texts.toBudget, (_, last) => texts.toBudgetSum(last)),
  'from-last-month': bySum(texts.fromLastMonth, (_, last) => texts.lastLeft(last)),
  'total-income': bySum(texts.income, texts.sumOfIncome),
  'total-spent': fixed(texts.allSpent, texts.sumOfGroups),
  'total-leftover': fixed(texts.allLeft, texts.sumOfGroups),
  'total-budget-income': fixed(texts.budgetedIncome, texts.sumOfGroup),
  'total-saved': fixed(texts.projectedSavings, texts.planSum),
  'real-saved': fixed(texts.saved, texts.savedSum),
  'total-underfunded': fixed(texts.allUnderfunded, texts.sumOfGoals),
};

const OF_INCOME: Partial<Record<CellKind, Words>> = {
  'sum-amount': bySum(budgetTexts.received, texts.sumOfTransactions),
  'group-sum-amount': fixed(budgetTexts.received, texts.sumOfGroup),
};

const TRACKING: Partial<Record<CellKind, Words>> = {
  leftover: bySum(texts.balance, (_, last) => texts.trackedBalance(last)),
  'total-budgeted': fixed(texts.allBudgeted, texts.sumOfGroups),
};

const TRACKED_INCOME: Partial<Record<CellKind, Words>> = {
  leftover: fixed(texts.balance, texts.trackedIncome),
};

function wordsOf({ kind, item }: Subject, type: BudgetType): Words {
  const isTracking = type === 'report';
  const ofIncome = item?.isIncome
    ? ((isTracking ? TRACKED_INCOME[kind] : undefined) ?? OF_INCOME[kind])
    : undefined;
  return ofIncome ?? (isTracking ? TRACKING[kind] : undefined) ?? WORDS[kind];
}

/** The number's own word, such as "Balance". */
export function measureOf(subject: Subject, type: BudgetType): string {
  const { name } = wordsOf(subject, type);
  return typeof name === 'string' ? name : name(monthShort(addMonths(subject.month, -1)));
}

/** The number in full: "Groceries: Balance in November 2026". */
export function titleOf(subject: Subject, type: BudgetType): string {
  const measure = measureOf(subject, type);
  const month = monthTitle(subject.month);
  if (!subject.item) return texts.titleIn(measure, month);
  return texts.titleOf(subject.item.name, measure, month);
}

/** The number beside others of `shown`: what differs is named. */
export function labelOf(subject: Subject, shown: Subject, type: BudgetType): string {
  const measure = measureOf(subject, type);
  const name = subject.item?.id === shown.item?.id ? undefined : subject.item?.name;
  const isSame = name !== undefined && measure === measureOf(shown, type);
  const month = subject.month === shown.month ? undefined : monthTitle(subject.month);
  return [name, isSame ? undefined : measure, month].filter(Boolean).join(', ');
}

/** How the number comes about, in a sentence. */
export function formulaOf(subject: Subject, type: BudgetType): string {
  const last: Month = addMonths(subject.month, -1);
  return wordsOf(subject, type).formula(monthTitle(subject.month), monthTitle(last));
}
