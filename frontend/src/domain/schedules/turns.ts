/**
 * What moves a schedule on: posting, skipping, completing, restarting. The table and the register
 * offer the same ones, each where it means something.
 */
import {
  CalendarCheck,
  CheckCheck,
  type LucideIcon,
  PlusCircle,
  RotateCcw,
  SkipForward,
} from 'lucide-react';
import type { Account } from '@/generated/contract';
import { ACCOUNTS_KEY } from '@/lib/accounts/accounts';
import { lists } from '@/lib/lists/lists';
import { getToday } from '@/lib/prefs/useToday';
import { schedulesTexts } from '@/texts/schedules';
import { readRecurrence } from './recurrence';
import { isOpen, type Schedule } from './schedule';
import { completeSchedule, postSchedule, restartSchedule, skipDate } from './writes';

export interface Turn {
  id: string;
  label: string;
  icon: LucideIcon;
  applies: (schedule: Schedule) => boolean;
  /** Why it cannot be done now. */
  reason?: (schedule: Schedule) => string | undefined;
  write: (schedule: Schedule, name: string) => Promise<void>;
}

/** An account that was closed or deleted takes no transactions; while none is read, any may. */
function withAccount({ account }: Schedule): string | undefined {
  const known = lists.getQueryData<Account[]>(ACCOUNTS_KEY);
  const canPost = known?.some(({ id, closed }) => id === account && !closed) ?? account !== null;
  return canPost ? undefined : schedulesTexts.needsAccount;
}

export const POST: Turn = {
  id: 'post',
  label: schedulesTexts.post,
  icon: PlusCircle,
  applies: isOpen,
  reason: withAccount,
  write: (schedule, name) => postSchedule(schedule, name),
};

export const POST_TODAY: Turn = {
  id: 'post-today',
  label: schedulesTexts.postToday,
  icon: CalendarCheck,
  applies: (schedule) => isOpen(schedule) && schedule.next_date !== getToday(),
  reason: withAccount,
  write: (schedule, name) => postSchedule(schedule, name, getToday()),
};

export const SKIP: Turn = {
  id: 'skip',
  label: schedulesTexts.skip,
  icon: SkipForward,
  applies: ({ completed }) => !completed,
  // A single date has no next one.
  reason: ({ date }) => (readRecurrence(date) ? undefined : schedulesTexts.isOnce),
  write: skipDate,
};

export const COMPLETE: Turn = {
  id: 'complete',
  label: schedulesTexts.complete,
  icon: CheckCheck,
  applies: ({ completed }) => !completed,
  write: completeSchedule,
};

export const RESTART: Turn = {
  id: 'restart',
  label: schedulesTexts.restart,
  icon: RotateCcw,
  applies: ({ completed }) => completed,
  write: (schedule, name) => restartSchedule(schedule, name),
};
