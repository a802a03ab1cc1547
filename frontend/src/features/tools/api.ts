/** The calls of the tools. */

import type { Calls } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { step } from '@/lib/history/steps';

export type Repair = Calls['tools/fix-split-transactions']['result'];

/** Repairs splits in one undo step; returns the repairs. */
export function fixSplits(): Promise<Repair> {
  return send('tools/fix-split-transactions', {}, { step: step('repairedSplits', {}) });
}
