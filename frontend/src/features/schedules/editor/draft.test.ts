import { expect, test } from 'vitest';
import { newRecurrence, recurrenceConfig } from '@/domain/schedules/recurrence';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import {
  conditionsOf,
  draftOf,
  errorsOf,
  firstDay,
  isComplete,
  newDraft,
  repeats,
  shownAmount,
  withAmount,
  withDirection,
  withFirstDay,
  withOp,
  withRepeats,
} from './draft';

const TODAY = '2026-11-20';
const fresh = newDraft(TODAY);

test('a new schedule repeats every month from today and waits for its amount', () => {
  expect(fresh.date).toEqual(newRecurrence(TODAY));
  expect(errorsOf(fresh)).toEqual({ amount: 'A valid amount is required' });
  expect(errorsOf({ ...fresh, amount: -1, date: null })).toEqual({ date: 'Date is required' });
  expect(errorsOf({ ...fresh, amount: 0 })).toEqual({ amount: 'A valid amount is required' });
  expect(isComplete({ ...fresh, amount: -1 })).toBe(true);
});

test('posting by itself needs an account', () => {
  const posting = { ...fresh, amount: -100, posts: true };
  expect(Object.keys(errorsOf(posting))).toEqual(['account']);
  expect(isComplete({ ...posting, account: 'a1' })).toBe(true);
});

test('a transfer goes to another account than its own', () => {
  const transfer = { ...fresh, amount: -100, account: 'a1', payee: 'to-a1' };
  expect(errorsOf(transfer, 'a1')).toEqual({ account: 'Choose another account' });
  expect(errorsOf(transfer, 'a2')).toEqual({});
});

test('amounts are typed without a sign and kept with that of their direction', () => {
  const paid = withAmount(fresh, 'amount', 12_000);
  expect(paid.amount).toBe(-12_000);
  expect(shownAmount(paid, paid.amount)).toBe(12_000);
  const earned = withDirection(paid, 'deposit');
  expect(earned.amount).toBe(12_000);
  expect(shownAmount(earned, earned.amount)).toBe(12_000);
});

test('a negative amount is a payment, whichever direction was chosen', () => {
  const draft = withAmount(withDirection(fresh, 'deposit'), 'amount', -500);
  expect(draft).toMatchObject({ amount: -500, direction: 'payment' });
});

test('a range starts at the amount, and leaving it takes the first one back', () => {
  const between = withOp(withAmount(fresh, 'amount', 100), 'isbetween');
  expect(between).toMatchObject({ amount: -100, amountTo: null });
  expect(errorsOf(between)).toEqual({ amountTo: 'A valid amount is required' });
  const whole = withAmount(between, 'amountTo', 140);
  expect(conditionsOf(whole, null).at(-1)?.value).toEqual({ num1: -100, num2: -140 });
  expect(withOp(whole, 'is')).toMatchObject({ amount: -100, amountTo: null });
});

test('repeating keeps the date that was chosen', () => {
  const once = withFirstDay(withRepeats(fresh, false, TODAY), '2026-12-01');
  expect(repeats(once)).toBe(false);
  expect(firstDay(once)).toBe('2026-12-01');
  const again = withRepeats(once, true, TODAY);
  expect(again.date).toEqual(newRecurrence('2026-12-01'));
  expect(firstDay(withFirstDay(again, '2026-12-15'))).toBe('2026-12-15');
});

test('a schedule that was not changed keeps its conditions as they were', () => {
  const date = { frequency: 'monthly' as const, start: '2020-01-20', patterns: [], unknown: 1 };
  const schedule = exampleSchedule({ date });
  const kept = conditionsOf(draftOf(schedule), schedule);
  expect(kept.find(({ field }) => field === 'date')?.value).toBe(date);
  const moved = conditionsOf(withFirstDay(draftOf(schedule), '2020-01-21'), schedule);
  expect(moved.find(({ field }) => field === 'date')?.value).toEqual(
    recurrenceConfig(newRecurrence('2020-01-21')),
  );
});

test('a payee that is taken out is asked to be empty; one that never was is not asked for', () => {
  const schedule = exampleSchedule();
  const fields = (payee: string | null, old: typeof schedule | null) =>
    conditionsOf({ ...draftOf(schedule), payee }, old).map(({ field }) => field);
  expect(fields(null, schedule)).toContain('payee');
  expect(fields(null, null)).not.toContain('payee');
});
