/** The actions of the editor on a transaction, as the choices of one list. */
import { FIELDS, type FieldId } from '@/components/conditions/conditions';
import type { Action } from '@/generated/contract';
import { ruleEditorTexts } from '@/texts/rules';

/** The fields that actions set. */
const SET = ['category', 'payee', 'notes', 'cleared', 'account', 'date', 'amount'] as const;
type SetField = (typeof SET)[number];

const NOTES = ['append-notes', 'prepend-notes'] as const;
export type What = SetField | (typeof NOTES)[number] | 'link-schedule' | 'delete-transaction';

const NAMES: Record<What, string> = {
  category: setWords('category'),
  payee: setWords('payee'),
  notes: setWords('notes'),
  cleared: setWords('cleared'),
  account: setWords('account'),
  date: setWords('date'),
  amount: setWords('amount'),
  'append-notes': ruleEditorTexts.append,
  'prepend-notes': ruleEditorTexts.prepend,
  'link-schedule': ruleEditorTexts.linkSchedule,
  'delete-transaction': ruleEditorTexts.deleteTransaction,
};

function setWords(field: FieldId): string {
  return ruleEditorTexts.set(FIELDS[field].name);
}

/** The fields that a split line has of its own. */
const IN_LINE: readonly What[] = ['category', 'payee', 'notes', ...NOTES];

export function whatsFor(isInLine: boolean): { id: What; name: string }[] {
  const all = Object.keys(NAMES) as What[];
  return (isInLine ? IN_LINE : all).map((id) => ({ id, name: NAMES[id] }));
}

/** The choice that an action is; null if the editor cannot build it. */
export function whatOf({ op, field, options, value }: Action): What | null {
  if (options?.template || options?.formula) return null;
  if (op === 'link-schedule') return options?.splitIndex ? null : op;
  if (op === 'append-notes' || op === 'prepend-notes' || op === 'delete-transaction') return op;
  if (op !== 'set' || !SET.some((each) => each === field)) return null;
  return value === null || typeof value !== 'object' ? (field as SetField) : null;
}

const EMPTY: Partial<Record<What, unknown>> = { notes: '', cleared: true };

/** The action as another one, for the same line. */
export function withWhat({ options, value, op, field }: Action, what: What): Action {
  const line = options?.splitIndex ? { options: { splitIndex: options.splitIndex } } : {};
  const wasText = op === 'set' ? field === 'notes' : op !== 'link-schedule';
  const isText = what === 'notes' || what === 'append-notes' || what === 'prepend-notes';
  if (what === 'delete-transaction') return { op: what, value: '', ...line };
  if (what === 'link-schedule') return { op: what, value: null };
  const next = isText ? (wasText ? value : '') : (EMPTY[what] ?? null);
  if (what === 'append-notes' || what === 'prepend-notes')
    return { op: what, value: next, ...line };
  return { op: 'set', field: what, value: next, type: FIELDS[what].type, ...line };
}

export type Method = keyof typeof ruleEditorTexts.methods;

export const METHODS = (Object.keys(ruleEditorTexts.methods) as Method[]).map((id) => ({
  id,
  name: ruleEditorTexts.methods[id],
}));

/** How an action gives a split line its amount; null for other actions and for formulas. */
export function methodOf({ op, options }: Action): Method | null {
  const method = options?.method;
  if (op !== 'set-split-amount' || method === 'formula') return null;
  return method ?? 'fixed-amount';
}

export function withMethod(action: Action, method: Method): Action {
  return { ...action, value: null, options: { ...action.options, method } };
}
