import { type Forms, number, plural } from './locale';

const SPLITS = { one: 'split', other: 'splits' };
const TRANSACTIONS = { one: 'transaction', other: 'transactions' };

/** The faults that a repair mends, with their count, without a full stop. */
const what = (count: number, ones: Forms, how: string) => `${plural(count, ones)} ${how}`;

/** Words of the repair of splits. */
export const toolsTexts = {
  title: 'Repair splits',
  lead: 'The lines of a split share its payee and cleared mark, and are deleted with it. An interrupted change or another app may have left some wrong. Repairing changes only those.',
  repair: 'Repair split transactions',
  checking: 'Checking your splits…',
  found: 'These need a repair:',
  result: 'Result',
  mismatched: (count: number) => `Lines that do not add up: ${number(count)}`,
  mismatchedHint: 'Only you know which amount is right. Open the account to correct it.',
  more: (count: number) => `and ${number(count)} more`,
  none: 'No split transactions found needing repair.',
  fixed: (faults: string) => `Fixed ${faults}.`,
  blankPayees: (count: number) => what(count, SPLITS, 'with a blank payee'),
  cleared: (count: number) => what(count, SPLITS, 'with the wrong cleared flag'),
  deleted: (count: number) => what(count, SPLITS, "that weren't properly deleted"),
  transfers: (count: number) =>
    what(count, { one: 'transfer', other: 'transfers' }, 'with a category'),
  strayErrors: (count: number) => what(count, TRANSACTIONS, 'with a stray split error'),
  parentCategories: (count: number) =>
    what(
      count,
      { one: 'split transaction', other: 'split transactions' },
      'with a category of their own',
    ),
} as const;
