/** The calls of the tools. */

import type { Calls } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';

export type Repair = Calls['tools/fix-split-transactions']['result'];

/** Counts what a repair would mend, and changes nothing. */
export function checkSplits(): Promise<Repair> {
  return send('tools/check-split-transactions', {});
}

/** Repairs splits in one undo step; returns the repairs. */
export function fixSplits(): Promise<Repair> {
  return send('tools/fix-split-transactions', {}, { step: step('repairedSplits', {}) });
}
