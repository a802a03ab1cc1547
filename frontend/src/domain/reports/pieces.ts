/** The pieces of a figure's recipe: each is one filter of the register and one chip. */
import type {
  Condition,
  Day,
  FigureRows,
  Month,
  Part,
  Recipe,
  RowKind,
  Side,
} from '@/generated/contract';
import { addDays, addMonths, monthOf } from '@/lib/format/dates';
import { commonTexts } from '@/texts/common';
import { drillTexts } from '@/texts/drill';
import type { Expression } from '../transactions/view';

export type PieceKind =
  | 'dates'
  | 'conditions'
  | 'rows'
  | 'onBudget'
  | 'side'
  | 'part'
  | 'shown'
  | 'income';

export interface Piece {
  kind: PieceKind;
  /** The condition that says the same, if one does. */
  condition?: Condition;
  /** What it is called where no condition says it. */
  name?: string;
  /** What it leaves out, in words. */
  leaves?: string;
  /** All of them have to hold. */
  expressions: readonly Expression[];
}

export interface Dates {
  /** First and last day; null for none. */
  from: Day | null;
  to: Day | null;
}

/** The last day of a month. */
export const lastDayOf = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1);

const date = (op: 'is' | 'gte' | 'lte', value: string, options?: Condition['options']) =>
  ({ field: 'date', op, value, type: 'date', ...(options ? { options } : {}) }) as Condition;

/** The month that two days begin and end, the year, or null. */
function wholeRange({ from, to }: Dates): Condition | null {
  if (from === null || to === null) return null;
  if (from === to) return date('is', from);
  const after = addDays(to, 1);
  if (!from.endsWith('-01') || !after.endsWith('-01')) return null;
  if (monthOf(from) === monthOf(to)) return date('is', monthOf(from), { month: true });
  const isYear = from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`;
  return isYear ? date('is', from.slice(0, 4), { year: true }) : null;
}

/** The days of a figure: one condition where one says it, else the first and the last day. */
export function datePieces({ from, to }: Dates): Piece[] {
  const first: Expression[] = from === null ? [] : [{ date: { $gte: from } }];
  const last: Expression[] = to === null ? [] : [{ date: { $lte: to } }];
  const whole = wholeRange({ from, to });
  if (whole) return [{ kind: 'dates', condition: whole, expressions: [...first, ...last] }];
  return [
    ...first.map((one) => piece('dates', one, { condition: date('gte', from ?? '') })),
    ...last.map((one) => piece('dates', one, { condition: date('lte', to ?? '') })),
  ];
}

type Said = Pick<Piece, 'condition' | 'name' | 'leaves'>;

function piece(kind: PieceKind, expression: Expression, said: Said): Piece {
  return { kind, expressions: [expression], ...said };
}

const ROWS: Record<RowKind, Said> = {
  all: {},
  plain: { name: drillTexts.noTransfers, leaves: drillTexts.transfers },
  transfers: { name: drillTexts.onlyTransfers, leaves: drillTexts.others },
  budgetFlows: { name: drillTexts.budgetFlows, leaves: drillTexts.ownTransfers },
};

const isOn = (on: boolean): Said =>
  on
    ? { name: commonTexts.budgetAccounts, leaves: drillTexts.offBudget }
    : { name: drillTexts.offBudget, leaves: commonTexts.budgetAccounts };

const amongSaid = (field: 'account' | 'category', value: readonly string[]): Said => ({
  condition: { field, op: 'oneOf', value, type: 'id' },
});

function partWords(part: Part, groupName: (id: string) => string | undefined): Said {
  if (typeof part === 'string') {
    const words: Record<typeof part, string> = {
      uncategorized: drillTexts.uncategorized,
      offBudget: drillTexts.offBudget,
      transfers: drillTexts.onlyUncategorizedTransfers,
      uncategorizedOrOffBudget: drillTexts.uncategorizedOrOffBudget,
      noPayee: drillTexts.noPayee,
      noPayeeIncome: drillTexts.noPayeeIncome,
    };
    return { name: words[part] };
  }
  if ('group' in part) {
    const name = groupName(part.group);
    return { name: name === undefined ? drillTexts.anyGroup : drillTexts.group(name) };
  }
  if ('accounts' in part) return amongSaid('account', part.accounts);
  if ('categories' in part) return amongSaid('category', part.categories);
  if ('payeeIncome' in part) return { name: drillTexts.payeeIncome };
  const is = (field: 'account' | 'category' | 'payee', value: string): Said => ({
    condition: { field, op: 'is', value, type: 'id' },
  });
  if ('account' in part) return is('account', part.account);
  return 'category' in part ? is('category', part.category) : is('payee', part.payee);
}

const SHOWN = {
  zero: { name: drillTexts.noZero, leaves: drillTexts.zero },
  hidden: { name: drillTexts.noHidden, leaves: drillTexts.hidden },
  uncategorized: { name: drillTexts.withCategory, leaves: drillTexts.withoutCategory },
  income: { name: drillTexts.noIncome, leaves: drillTexts.income },
} satisfies Record<string, Said>;

/** The fields that the condition editor knows. */
const FIELDS: ReadonlySet<string> = new Set([
  'account',
  'amount',
  'category',
  'category_group',
  'cleared',
  'date',
  'imported_payee',
  'notes',
  'payee',
]);
const OTHER_OPS: ReadonlySet<string> = new Set(['onBudget', 'offBudget']);

const canBeEdited = ({ field, op }: Condition) => FIELDS.has(field) && !OTHER_OPS.has(op);

/** The name of a condition that the editor does not know. */
function conditionSaid(condition: Condition): Said {
  const { field, op, value } = condition;
  if (canBeEdited(condition)) return { condition };
  if (OTHER_OPS.has(op)) return isOn(op === 'onBudget');
  if (field === 'transfer') return ROWS[value === true ? 'transfers' : 'plain'];
  return { name: drillTexts.conditionsOf };
}

/** The conditions as one piece for each, where all of them have to hold. */
function conditionPieces({ conditions, conditionsOp }: Recipe, expression: Expression): Piece[] {
  const given = (conditions as (Condition & { customName?: unknown })[]).filter(
    (condition) => condition.customName === undefined,
  );
  const each = expression.$and;
  if (conditionsOp === 'and' && Array.isArray(each) && each.length === given.length) {
    return given.map((condition, at) =>
      piece('conditions', each[at] as Expression, conditionSaid(condition)),
    );
  }
  const name = conditionsOp === 'or' ? drillTexts.anyCondition : drillTexts.conditionsOf;
  return [piece('conditions', expression, { name })];
}

/**
 * The pieces of a recipe. Its filters stand in a fixed order: living accounts, the first and the
 * last day, the conditions, the kind of rows, on budget, the side, the part, what the switches
 * show, and no income.
 */
export function piecesOf(
  { recipe, filters }: Pick<FigureRows, 'recipe' | 'filters'>,
  groupName: (id: string) => string | undefined,
): Piece[] {
  const [, ...rest] = filters as Expression[];
  const take = () => rest.shift() ?? {};
  const { from, to, rows, onBudget, side, part, shown } = recipe;
  if (from !== null) take();
  if (to !== null) take();
  const pieces = datePieces({ from, to });
  // Conditions that cannot be read make no filter.
  if (recipe.conditions.length > 0 && hasConditions(recipe, rest)) {
    pieces.push(...conditionPieces(recipe, take()));
  }
  if (rows !== 'all') pieces.push(piece('rows', take(), ROWS[rows]));
  if (onBudget !== null) pieces.push(piece('onBudget', take(), isOn(onBudget)));
  if (side !== null) pieces.push(piece('side', take(), { name: SIDES[side].name }));
  if (part !== null) pieces.push(piece('part', take(), partWords(part, groupName)));
  if (shown !== null) {
    const { hidden, offBudget, uncategorized } = shown;
    pieces.push(piece('shown', take(), SHOWN.zero));
    if (!hidden) pieces.push(piece('shown', take(), SHOWN.hidden));
    if (!offBudget) pieces.push(piece('shown', take(), isOn(true)));
    if (!uncategorized) pieces.push(piece('shown', take(), SHOWN.uncategorized));
  }
  if (recipe.withoutIncome) pieces.push(piece('income', take(), SHOWN.income));
  return pieces;
}

/** Whether the conditions have a filter: there is one more than the other members make. */
function hasConditions(recipe: Recipe, rest: readonly Expression[]): boolean {
  const { rows, onBudget, side, part, shown, withoutIncome } = recipe;
  const others = [rows !== 'all', onBudget !== null, side !== null, part !== null, withoutIncome];
  const ofShown = shown
    ? 1 + [shown.hidden, shown.offBudget, shown.uncategorized].filter((is) => !is).length
    : 0;
  return rest.length > others.filter(Boolean).length + ofShown;
}

/** Only the accounts with these ids. */
export function accountsPiece(ids: readonly string[]): Piece {
  return piece('part', { account: { $oneof: [...ids] } }, amongSaid('account', ids));
}

/** Only the categories with these ids. */
export function categoriesPiece(ids: readonly string[]): Piece {
  return piece('part', { category: { $oneof: [...ids] } }, amongSaid('category', ids));
}

const SIDES: Record<Side, { name: string; expression: Expression }> = {
  in: { name: drillTexts.moneyIn, expression: { amount: { $gt: 0 } } },
  out: { name: drillTexts.moneyOut, expression: { amount: { $lt: 0 } } },
};

/** Only deposits, or only payments. */
export function sidePiece(side: Side): Piece {
  const { name, expression } = SIDES[side];
  return piece('side', expression, { name });
}

export function onBudgetPiece(): Piece {
  return piece('onBudget', { 'account.offbudget': false }, isOn(true));
}
