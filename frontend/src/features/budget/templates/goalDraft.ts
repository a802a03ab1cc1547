/** The draft of a goal in its form, and the template line that it stands for. */
import type {
  Amount,
  Day,
  Month,
  Template,
  TemplateAdjustment,
  TemplateLimit,
  TemplateLine,
  TemplateTarget,
} from '@/generated/contract';
import { addMonths } from '@/lib/format/dates';
import { goalsTexts } from '@/texts/goals';
import { ALL_INCOME, AVAILABLE, sourceOf } from './sources';

export type GoalKind = keyof typeof goalsTexts.kinds;
export type LimitPeriod = TemplateLimit['period'];
export type Unit = keyof typeof goalsTexts.units;
export type Repeat = keyof typeof goalsTexts.repeats;

/** Numbers are held as they are typed. A kind uses some of the fields; the others wait. */
export interface GoalDraft {
  kind: GoalKind;
  amount: Amount | null;
  limit: Amount | null;
  limitPeriod: LimitPeriod;
  limitStart: Day | null;
  holds: boolean;
  month: Month;
  /** From when on spending counts as saved; null if it does not. */
  from: Month | null;
  repeat: Repeat;
  /** Of months, years or other units. */
  count: string;
  unit: Unit;
  starting: Day | null;
  percent: string;
  source: string;
  previous: boolean;
  /** The name of a schedule. */
  schedule: string;
  /** Whether the month of a scheduled payment pays it whole. */
  full: boolean;
  /** Percent to add to an average or a scheduled payment. */
  change: string;
  weight: string;
  priority: string;
}

/** The amounts that are being typed; null for a text that is none. */
export type TypedAmounts = Partial<Pick<GoalDraft, 'amount' | 'limit'>>;

/** The initial count of each kind. */
export const FIRST_COUNT: Partial<Record<GoalKind, string>> = {
  average: '3',
  copy: '1',
  periodic: '1',
};

/** The draft of a new goal. */
export function newDraft(month: Month, today: Day): GoalDraft {
  return {
    kind: 'monthly',
    amount: null,
    limit: null,
    limitPeriod: 'monthly',
    limitStart: null,
    holds: false,
    month: addMonths(month, 12),
    from: null,
    repeat: 'never',
    count: '3',
    unit: 'month',
    starting: today,
    percent: '10',
    source: ALL_INCOME,
    previous: false,
    schedule: '',
    full: false,
    change: '',
    weight: '1',
    priority: '',
  };
}

/** A field with its fault in words. */
export type Faults = Partial<Record<keyof GoalDraft, string>>;

const isCount = (text: string) => /^[1-9]\d{0,3}$/.test(text.trim());
const isPriority = (text: string) => /^\d{0,4}$/.test(text.trim());
const isPercent = (text: string) => /^\d{1,6}([.,]\d{1,4})?$/.test(text.trim());
/** More than nothing is left of an average, and at most eleven times as much is budgeted. */
const isChange = (text: string) =>
  /^([+-]?\d{1,4}([.,]\d{1,2})?)?$/.test(text.trim()) &&
  decimal(text) > -100 &&
  decimal(text) <= 1000;

/** The fields that are checked for each kind. */
const NEEDS: Record<GoalKind, readonly (keyof GoalDraft)[]> = {
  monthly: ['amount'],
  fill: ['limit'],
  by: ['amount'],
  periodic: ['amount', 'count', 'starting'],
  percentage: ['percent'],
  average: ['count', 'change'],
  copy: ['count'],
  remainder: ['weight'],
  goal: ['amount'],
  schedule: ['schedule', 'change'],
};

/** The kinds that may have a limit beside what they budget. */
export const hasLimit = (kind: GoalKind) => ['monthly', 'periodic', 'remainder'].includes(kind);
/** The kinds whose amount is computed, so that a part can be added to it. */
export const hasChange = (kind: GoalKind) => kind === 'average' || kind === 'schedule';
/** Goals are filled in the order of their priorities; these are not filled in turn. */
export const hasPriority = (kind: GoalKind) => kind !== 'remainder' && kind !== 'goal';

/** Whether a kind has fields that few goals need, and whether a goal has something in them. */
export const hasMore = (kind: GoalKind) => kind !== 'goal';
export const usesMore = ({ kind, limit, from, change, priority }: GoalDraft) =>
  (hasPriority(kind) && priority !== '') ||
  (hasChange(kind) && change !== '') ||
  (kind === 'by' && from !== null) ||
  (hasLimit(kind) && limit !== null);

/** The fields behind "More options". */
export const MORE_FIELDS: readonly (keyof GoalDraft)[] = ['change', 'priority', 'limitStart'];

/** The fields that are missing or wrong. */
export function faultsOf(draft: GoalDraft): Faults {
  const { kind } = draft;
  const needs = new Set(NEEDS[kind]);
  if (kind === 'by' && draft.repeat !== 'never') needs.add('count');
  if (hasPriority(kind)) needs.add('priority');
  const isLimited = kind === 'fill' || (hasLimit(kind) && draft.limit !== null);
  if (isLimited && draft.limitPeriod === 'weekly') needs.add('limitStart');
  const faults = Object.entries(faultyFields(draft)).filter(
    ([field, fault]) => fault !== null && needs.has(field as keyof GoalDraft),
  );
  return Object.fromEntries(faults) as Faults;
}

function faultyFields(draft: GoalDraft): Partial<Record<keyof GoalDraft, string | null>> {
  const { wholeNumber, amountMissing, dateMissing, percentWrong, changeWrong, priorityWrong } =
    goalsTexts;
  const { scheduleMissing } = goalsTexts;
  return {
    amount: draft.amount === null ? amountMissing : null,
    limit: draft.limit === null ? amountMissing : null,
    count: isCount(draft.count) ? null : wholeNumber,
    weight: isCount(draft.weight) ? null : wholeNumber,
    schedule: draft.schedule === '' ? scheduleMissing : null,
    starting: draft.starting === null ? dateMissing : null,
    limitStart: draft.limitStart === null ? dateMissing : null,
    percent: isPercent(draft.percent) ? null : percentWrong,
    change: isChange(draft.change) ? null : changeWrong,
    priority: isPriority(draft.priority) ? null : priorityWrong,
  };
}

/** Amounts of templates are units of the currency. */
const unitsOf = (cents: Amount | null) => (cents ?? 0) / 100;
const centsOf = (units: number) => Math.round(units * 100);
const decimal = (text: string) => Number(text.trim().replace(',', '.'));

/** The line of a form; null while something is missing. */
export function lineOf(draft: GoalDraft): TemplateLine | null {
  if (Object.keys(faultsOf(draft)).length > 0) return null;
  const priority = hasPriority(draft.kind) ? Number(draft.priority.trim() || '0') : null;
  const directive = draft.kind === 'goal' ? 'goal' : 'template';
  return { ...templateOf(draft), priority, directive };
}

function templateOf(draft: GoalDraft): Template {
  const amount = unitsOf(draft.amount);
  const count = Number(draft.count);
  switch (draft.kind) {
    case 'monthly':
      return { type: 'simple', monthly: amount, limit: limitOf(draft) };
    case 'fill':
      return { type: 'simple', monthly: null, limit: limitOf(draft) };
    case 'by':
      return { type: draft.from === null ? 'by' : 'spend', ...targetOf(draft) };
    case 'periodic': {
      const period = { period: draft.unit, amount: count };
      const starting = draft.starting ?? '';
      return { type: 'periodic', amount, period, starting, limit: limitOf(draft) };
    }
    case 'percentage': {
      const { source } = draft;
      const previous = draft.previous && source !== AVAILABLE;
      const percent = decimal(draft.percent);
      return { type: 'percentage', percent, previous, category: source };
    }
    case 'average':
      return { type: 'average', numMonths: count, ...changeOf(draft) };
    case 'schedule':
      return {
        type: 'schedule',
        name: draft.schedule,
        full: draft.full || null,
        ...changeOf(draft),
      };
    case 'copy':
      return { type: 'copy', lookBack: count, limit: null };
    case 'remainder':
      return { type: 'remainder', weight: Number(draft.weight), limit: limitOf(draft) };
    case 'goal':
      return { type: 'goal', amount };
  }
}

function changeOf(draft: GoalDraft): TemplateAdjustment {
  const adjustment = decimal(draft.change);
  return adjustment === 0 ? {} : { adjustment, adjustmentType: 'percent' };
}

function limitOf({ limit, limitPeriod, limitStart, holds }: GoalDraft): TemplateLimit | null {
  if (limit === null) return null;
  const start = limitPeriod === 'weekly' ? limitStart : null;
  return { amount: unitsOf(limit), period: limitPeriod, start, hold: holds || null };
}

function targetOf(draft: GoalDraft): TemplateTarget {
  const { month, from, repeat } = draft;
  const target = { amount: unitsOf(draft.amount), month, from };
  if (repeat === 'never') return target;
  const count = Number(draft.count);
  if (repeat === 'years' && count === 1) return { ...target, annual: true };
  return { ...target, annual: repeat === 'years', repeat: count };
}

/** The form that a line was filled in with; null for what only the text of a note can hold. */
export function draftOf(line: TemplateLine, empty: GoalDraft): GoalDraft | null {
  const priority = line.priority ? String(line.priority) : '';
  const fields = fieldsOf(line);
  return fields && { ...empty, ...fields, priority };
}

function fieldsOf(line: TemplateLine): Partial<GoalDraft> | null {
  switch (line.type) {
    case 'simple': {
      const { monthly, limit } = line;
      if (monthly === null) return { kind: 'fill', ...limitFields(limit) };
      return { kind: 'monthly', amount: centsOf(monthly), ...limitFields(limit) };
    }
    case 'by':
    case 'spend':
      return targetFields(line);
    case 'periodic': {
      const { amount, period, starting, limit } = line;
      const every = { unit: period.period, count: String(period.amount), starting };
      return { kind: 'periodic', amount: centsOf(amount), ...every, ...limitFields(limit) };
    }
    case 'percentage': {
      const { percent, previous, category } = line;
      const source = sourceOf(category);
      return { kind: 'percentage', percent: String(percent), previous, source };
    }
    case 'average': {
      const { numMonths, adjustment, adjustmentType } = line;
      if (adjustmentType === 'fixed') return null;
      return { kind: 'average', count: String(numMonths), change: String(adjustment ?? '') };
    }
    case 'copy':
      return { kind: 'copy', count: String(line.lookBack) };
    case 'remainder':
      return { kind: 'remainder', weight: String(line.weight), ...limitFields(line.limit) };
    case 'goal':
      return { kind: 'goal', amount: centsOf(line.amount) };
    case 'schedule': {
      const { name, full, adjustment, adjustmentType } = line;
      if (adjustmentType === 'fixed') return null;
      const change = String(adjustment ?? '');
      return { kind: 'schedule', schedule: name, full: full === true, change };
    }
  }
}

function limitFields(limit: TemplateLimit | null): Partial<GoalDraft> {
  if (!limit) return {};
  const { amount, period, start, hold } = limit;
  return {
    limit: centsOf(amount),
    limitPeriod: period,
    limitStart: start ?? null,
    holds: hold === true,
  };
}

/** The form has no field for 'repeat every month' without a number. */
function targetFields({ amount, month, from, annual, repeat }: TemplateTarget) {
  if (annual === false && repeat === undefined) return null;
  const every: Repeat = annual === undefined ? 'never' : annual ? 'years' : 'months';
  const count = every === 'never' ? {} : { count: String(repeat ?? 1) };
  return { kind: 'by' as const, amount: centsOf(amount), month, from, repeat: every, ...count };
}
