/** The rows of the schedules table: their words, and what they are narrowed to. */

import { readRecurrence } from '@/domain/schedules/recurrence';
import { limitWords, rhythmWords } from '@/domain/schedules/recurrenceWords';
import {
  amountsOf,
  amountText,
  compareSchedules,
  type Schedule,
} from '@/domain/schedules/schedule';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import type { AmountFormat } from '@/lib/format/amount';
import { type DateFormat, formatDay } from '@/lib/format/dates';
import { capitalized } from '@/texts/locale';
import { schedulesTexts } from '@/texts/schedules';

export interface ScheduleRow {
  id: string;
  schedule: Schedule;
  /** Its name, else that of its payee. */
  title: string;
  /** The payee where the name is another one. */
  payee: string;
  account: string;
  date: string;
  amount: string;
  isDeposit: boolean;
  /** How it repeats; empty for a single date. */
  rhythm: string;
}

export interface RowSources {
  data: TransactionData;
  amounts: AmountFormat;
  dates: DateFormat;
}

export interface Narrowing {
  text: string;
  withCompleted: boolean;
}

export function scheduleRows(
  schedules: readonly Schedule[],
  sources: RowSources,
  { text, withCompleted }: Narrowing,
): ScheduleRow[] {
  const wanted = text.trim().toLowerCase();
  return [...schedules]
    .filter(({ completed }) => withCompleted || !completed)
    .sort(compareSchedules)
    .map((schedule) => scheduleRow(schedule, sources))
    .filter((row) => searched(row).includes(wanted));
}

export function scheduleRow(schedule: Schedule, sources: RowSources): ScheduleRow {
  const { data, amounts, dates } = sources;
  const payee = data.payee.get(schedule.payee ?? '')?.name ?? '';
  const recurrence = readRecurrence(schedule.date);
  const rhythm = recurrence ? rhythmWords(recurrence) + limitWords(recurrence, dates) : '';
  return {
    id: schedule.id,
    schedule,
    title: schedule.name ?? (payee || schedulesTexts.noPayee),
    payee: schedule.name !== null && schedule.name !== payee ? payee : '',
    account: data.account.get(schedule.account ?? '')?.name ?? schedulesTexts.noAccount,
    date: schedule.next_date === null ? '' : formatDay(schedule.next_date, dates),
    amount: amountText(schedule, amounts),
    isDeposit: (amountsOf(schedule)[0] ?? 0) > 0,
    rhythm: capitalized(rhythm),
  };
}

/** The text that the filter looks through: names, amounts, recurrence, status and date. */
function searched(row: ScheduleRow): string {
  const { title, payee, account, amount, date, rhythm, schedule } = row;
  const status = schedulesTexts.statuses[schedule.status];
  // Amounts as they are typed too, without grouping marks.
  const typed = amountsOf(schedule).map((cents) => (Math.abs(cents) / 100).toFixed(2));
  const all = [title, payee, account, amount, ...typed, status, date, rhythm];
  return all.join('\n').toLowerCase();
}
