/** What a repair of splits did, in lines. */
import type { Repair } from './api';

/** Fixed wording, character for character. */
export const NOTHING_TO_REPAIR = 'No split transactions found needing repair.';

const LINES: readonly [keyof Repair, (count: number) => string][] = [
  ['numBlankPayees', (count) => `Fixed ${count} splits with a blank payee.`],
  ['numCleared', (count) => `Fixed ${count} splits with the wrong cleared flag.`],
  ['numDeleted', (count) => `Fixed ${count} splits that weren't properly deleted.`],
  ['numTransfersFixed', (count) => `Fixed ${count} transfers with a category.`],
  ['numNonParentErrorsFixed', (count) => `Fixed ${count} transactions with a stray split error.`],
  [
    'numParentTransactionsWithCategoryFixed',
    (count) => `Fixed ${count} split transactions with a category of their own.`,
  ],
];

/** One line for each kind of repair that was needed; one that says so when none was. */
export function repairLines(repair: Repair): string[] {
  const lines = LINES.flatMap(([key, words]) => {
    const count = repair[key];
    return typeof count === 'number' && count > 0 ? [words(count)] : [];
  });
  const isFine = lines.length === 0 && repair.mismatchedSplits.length === 0;
  return isFine ? [NOTHING_TO_REPAIR] : lines;
}
