/** A rule while it is edited. Parts that the editor cannot build stay unchanged. */
import {
  conditionFrom,
  type Draft,
  draftFrom,
  FIELDS,
  type FieldId,
  newDraft,
  ruleOps,
  withOp,
} from '@/components/conditions/conditions';
import type { Action, Condition, Rule, RuleErrors, Stage } from '@/generated/contract';
import type { DateFormat } from '@/lib/format/dates';
import type { RuleStart } from '@/lib/modals/named';
import type { RuleFields } from '../api';
import { isKnown } from '../model/sentences';

export interface ConditionRow {
  key: number;
  condition: Condition;
  /** Null for a condition that the editor cannot build. */
  draft: Draft | null;
}

export interface ActionRow {
  key: number;
  action: Action;
  /** Whether the rule came with an empty value, which is then no slip. */
  mayBeEmpty: boolean;
}

export interface RuleDraft {
  stage: Stage | null;
  conditionsOp: 'and' | 'or';
  conditions: readonly ConditionRow[];
  actions: readonly ActionRow[];
}

/** Codes of `errorWords` by the key of their row. */
export type RowErrors = Readonly<Record<number, string>>;

let lastKey = 0;
const nextKey = () => ++lastKey;

export function draftOfRule(rule: Rule, format: DateFormat): RuleDraft {
  return {
    stage: rule.stage,
    conditionsOp: rule.conditionsOp,
    conditions: rule.conditions.map((condition) => ({
      key: nextKey(),
      condition,
      draft: isEditable(condition) ? draftFrom(condition, format) : null,
    })),
    actions: rule.actions.map((action) => ({
      key: nextKey(),
      action,
      mayBeEmpty: action.value === null,
    })),
  };
}

function isEditable(condition: Condition): boolean {
  const { options } = condition;
  const flow = options?.inflow ? 'inflow' : options?.outflow ? 'outflow' : null;
  const fieldId = flow ?? (condition.field as FieldId);
  return isKnown(condition) && ruleOps(fieldId).some((op) => op === condition.op);
}

export function newRule(start: RuleStart): RuleDraft {
  const set = newAction();
  const action = { ...set.action, value: start.categoryId };
  return {
    stage: null,
    conditionsOp: 'and',
    conditions: [conditionRow(firstDraft(start))],
    actions: [{ ...set, action }],
  };
}

/** The name from the bank says more than the payee, which a rule may have given. */
function firstDraft({ payeeId, importedPayee }: RuleStart): Draft {
  if (importedPayee) return { ...newDraft('imported_payee'), op: 'is', value: importedPayee };
  if (payeeId) return { ...newDraft('payee'), op: 'is', value: payeeId };
  return newDraft('imported_payee');
}

function conditionRow(draft: Draft): ConditionRow {
  const made = conditionFrom(draft, 'yyyy-MM-dd');
  const { field } = FIELDS[draft.fieldId];
  const unfinished: Condition = { field, op: draft.op, value: draft.value };
  return { key: nextKey(), condition: made.ok ? made.condition : unfinished, draft };
}

export const newCondition = (): ConditionRow => conditionRow(newDraft('imported_payee'));

export function newAction(splitIndex = 0): ActionRow {
  const action: Action = { op: 'set', field: 'category', value: null, ...inLine(splitIndex) };
  return { key: nextKey(), action, mayBeEmpty: false };
}

/** The action that gives a split line its amount. */
export function newLine(splitIndex: number): ActionRow {
  const options = { splitIndex, method: 'fixed-amount' } as const;
  return {
    key: nextKey(),
    action: { op: 'set-split-amount', value: null, options },
    mayBeEmpty: false,
  };
}

const inLine = (splitIndex: number) => (splitIndex > 0 ? { options: { splitIndex } } : {});

/** The line an action belongs to; 0 for the whole transaction. */
export const lineOf = ({ action }: ActionRow): number => action.options?.splitIndex ?? 0;

/** The split lines, in order. */
export function linesOf(actions: readonly ActionRow[]): number[] {
  const lines = new Set(actions.map(lineOf).filter((line) => line > 0));
  return [...lines].sort((one, other) => one - other);
}

/** The actions without a line; later lines move up, so that the numbers have no gap. */
export function withoutLine(actions: readonly ActionRow[], line: number): ActionRow[] {
  return actions
    .filter((row) => lineOf(row) !== line)
    .map((row) => {
      const { action } = row;
      const index = lineOf(row);
      if (index < line) return row;
      return {
        ...row,
        action: { ...action, options: { ...action.options, splitIndex: index - 1 } },
      };
    });
}

/** The draft for another field; operator and value stay only between fields of one simple type. */
export function withField(draft: Draft, fieldId: FieldId): Draft {
  const [from, to] = [FIELDS[draft.fieldId].type, FIELDS[fieldId].type];
  const ops = ruleOps(fieldId);
  if (from === to && to !== 'id' && ops.includes(draft.op)) return { ...draft, fieldId };
  return withOp(newDraft(fieldId), ops[0] ?? 'is');
}

export interface FinishedRule {
  fields: RuleFields;
  conditionErrors: RowErrors;
  actionErrors: RowErrors;
}

/** The rule as it is sent, with the errors that are clear before it is. */
export function finishRule(draft: RuleDraft, format: DateFormat): FinishedRule {
  const conditionErrors: Record<number, string> = {};
  const conditions = draft.conditions.map(({ key, condition, draft: edited }) => {
    if (edited === null) return condition;
    const made = conditionFrom(edited, format);
    if (made.ok) return made.condition;
    conditionErrors[key] = made.code;
    return condition;
  });
  const actionErrors: Record<number, string> = {};
  const actions = draft.actions.map(({ key, action: edited, mayBeEmpty }) => {
    const action = withPercent(edited);
    const code = mayBeEmpty ? null : emptiness(action);
    if (code !== null) actionErrors[key] = code;
    return action;
  });
  const { stage, conditionsOp } = draft;
  return { fields: { stage, conditionsOp, conditions, actions }, conditionErrors, actionErrors };
}

/** The action with the number of a typed percentage; text that is none stays text. */
function withPercent(action: Action): Action {
  const { value, options } = action;
  if (options?.method !== 'fixed-percent' || typeof value !== 'string') return action;
  const percent = Number(value.replace(',', '.'));
  return value.trim() === '' || Number.isNaN(percent) ? action : { ...action, value: percent };
}

function emptiness({ op, value, options }: Action): string | null {
  if (op === 'delete-transaction' || options?.method === 'remainder') return null;
  if (options?.template || options?.formula) return null;
  if (value === null || value === '') return 'no-null';
  const isShare = op === 'set-split-amount';
  return isShare && typeof value !== 'number' ? 'not-number' : null;
}

/** The errors of a reply, by the rows that were sent. */
export function errorsByRow(
  codes: RuleErrors['conditionErrors'],
  rows: readonly { key: number }[],
): RowErrors {
  const found = rows.flatMap(({ key }, at) => {
    const code = codes?.[at];
    return code ? [[key, code] as const] : [];
  });
  return Object.fromEntries(found);
}
