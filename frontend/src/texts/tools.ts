import { type Forms, number, plural } from './locale';

const SPLITS = { one: 'split', other: 'splits' };
const TRANSACTIONS = { one: 'transaction', other: 'transactions' };

const fixed = (count: number, what: Forms, how: string) => `Fixed ${plural(count, what)} ${how}.`;

/** Words of the repair of splits. */
export const toolsTexts = {
  title: 'Repair splits',
  lead: 'The lines of a split share its payee and cleared mark, and are deleted with it. An interrupted change or an older version may have left some wrong. Repairing changes only those.',
  repair: 'Repair split transactions',
  result: 'Result',
  mismatched: (count: number) => `Lines that do not add up: ${number(count)}`,
  more: (count: number) => `and ${number(count)} more`,
  none: 'No split transactions found needing repair.',
  blankPayees: (count: number) => fixed(count, SPLITS, 'with a blank payee'),
  cleared: (count: number) => fixed(count, SPLITS, 'with the wrong cleared flag'),
  deleted: (count: number) => fixed(count, SPLITS, "that weren't properly deleted"),
  transfers: (count: number) =>
    fixed(count, { one: 'transfer', other: 'transfers' }, 'with a category'),
  strayErrors: (count: number) => fixed(count, TRANSACTIONS, 'with a stray split error'),
  parentCategories: (count: number) =>
    fixed(
      count,
      { one: 'split transaction', other: 'split transactions' },
      'with a category of their own',
    ),
} as const;
