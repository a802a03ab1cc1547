import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showAlert } from '@/components/AlertDialog';
import type { Backup } from '@/generated/contract';
import { listen, send } from '@/lib/connection/backend';
import { closeBudget, openBudget, useOpenFile, whileLoading } from '@/lib/files/openFile';
import { agoText } from '@/lib/format/ago';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { lists } from '@/lib/lists/lists';
import { backupsTexts } from '@/texts/backups';
import { errorText } from '@/texts/errors';

const keyOf = (id: string) => ['backups', id];

/** The backups of a budget, newest first; a pushed list replaces them. */
export function useBackups(id: string) {
  useEffect(
    () =>
      listen('backups-updated', (news) => {
        if (news.id === id) lists.setQueryData(keyOf(id), news.backups);
      }),
    [id],
  );
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => send('backups-get', { id }),
    staleTime: 0,
  });
}

export async function makeBackup(id: string): Promise<void> {
  await send('backup-make', { id });
  await lists.invalidateQueries({ queryKey: keyOf(id) });
}

/** Closes the budget, puts the backup in its place and opens that. */
export async function loadBackup(id: string, backupId: string): Promise<void> {
  const wasOpen = useOpenFile.getState().id === id;
  try {
    await whileLoading(backupsTexts.busy, async () => {
      if (wasOpen) await closeBudget();
      try {
        await send('backup-load', { id, backupId });
      } catch (error) {
        if (wasOpen) await openBudget(id);
        throw error;
      }
      await openBudget(id);
    });
  } catch (error) {
    showAlert(backupsTexts.failed, errorText(error));
  }
}

export interface DayOfBackups {
  day: string;
  backups: Backup[];
}

/** The dated ones under their days. */
export function byDay(backups: readonly Backup[]): DayOfBackups[] {
  const days: DayOfBackups[] = [];
  for (const backup of backups) {
    if (!backup.date) continue;
    const day = backup.date.slice(0, 10);
    const last = days.at(-1);
    if (last && last.day === day) last.backups.push(backup);
    else days.push({ day, backups: [backup] });
  }
  return days;
}

/** The seconds a backup is named by, as ':07', where another of the same minute is listed too. */
function secondsOf({ id, date }: Backup, beside: readonly Backup[]): string {
  const isAlone = !beside.some((other) => other.id !== id && other.date === date);
  const [, seconds] = /_\d\d-\d\d-(\d\d)\./.exec(id) ?? [];
  return isAlone || !seconds ? '' : `:${seconds}`;
}

/** '9:05', or '9:05:07' where another backup was made within the minute. */
export function clockText(backup: Backup, beside: readonly Backup[]): string {
  return `${(backup.date ?? '').slice(11)}${secondsOf(backup, beside)}`;
}

/** '11/20/2026 9:05' of '2026-11-20 9:05', with the seconds where the list has them too. */
export function timeText(backup: Backup, beside: readonly Backup[], format: DateFormat): string {
  const day = formatDay((backup.date ?? '').slice(0, 10), format);
  return `${day} ${clockText(backup, beside)}`;
}

/** '5 minutes ago', counted from `now`. */
export function relativeText(date: string, now: Date): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = date.split(/[- :]/).map(Number);
  return agoText(new Date(year, month - 1, day, hour, minute).getTime(), now.getTime());
}
