/** Describes a repair of splits, line by line. */
import { toolsTexts } from '@/texts/tools';
import type { Repair } from './api';

const LINES: readonly [keyof Repair, (count: number) => string][] = [
  ['numBlankPayees', toolsTexts.blankPayees],
  ['numCleared', toolsTexts.cleared],
  ['numDeleted', toolsTexts.deleted],
  ['numTransfersFixed', toolsTexts.transfers],
  ['numNonParentErrorsFixed', toolsTexts.strayErrors],
  ['numParentTransactionsWithCategoryFixed', toolsTexts.parentCategories],
];

/** One line for each kind of repair that was needed; one that says so when none was. */
export function repairLines(repair: Repair): string[] {
  const lines = LINES.flatMap(([key, words]) => {
    const count = repair[key];
    return typeof count === 'number' && count > 0 ? [words(count)] : [];
  });
  const isFine = lines.length === 0 && repair.mismatchedSplits.length === 0;
  return isFine ? [toolsTexts.none] : lines;
}
