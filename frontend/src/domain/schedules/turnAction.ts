import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import type { Schedule } from './schedule';
import type { Turn } from './turns';
import { run } from './writes';

/** The schedule that an action advances. */
export interface Target {
  schedule: Schedule;
  /** The schedule's name. */
  name: string;
  /** Writes wait for the connection. */
  offline: boolean;
}

/** A turn that advances a schedule, as an action of a table that shows schedules. */
export function turnAction<At>(
  { id, label, icon, applies, reason, write }: Turn,
  keys: readonly string[],
  targetOf: (at: At) => Target | undefined,
): Action<At> {
  return {
    ...{ id, label, icon, keys },
    applies: (at) => {
      const target = targetOf(at);
      return target !== undefined && applies(target.schedule);
    },
    reason: (at) => {
      const target = targetOf(at);
      if (target?.offline) return commonTexts.offline;
      return target && reason?.(target.schedule);
    },
    run: (at) => {
      const target = targetOf(at);
      if (target) void run(write(target.schedule, target.name));
    },
  };
}
