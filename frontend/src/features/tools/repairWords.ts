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

/** The kinds of faults that a repair mends, each with its count. */
export function faults(repair: Repair): string[] {
  return LINES.flatMap(([key, words]) => {
    const count = repair[key];
    return typeof count === 'number' && count > 0 ? [words(count)] : [];
  });
}

/** One line for each kind of repair that was needed; one that says so when none was. */
export function repairLines(repair: Repair): string[] {
  const fixed = faults(repair);
  const isSound = fixed.length === 0 && repair.mismatchedSplits.length === 0;
  return isSound ? [toolsTexts.none] : fixed.map(toolsTexts.fixed);
}
