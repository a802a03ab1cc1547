import { describe, expect, it } from 'vitest';
import type { CashFlow } from '@/generated/contract';
import { amountFormat } from '@/lib/format/amount';
import { periodOf } from './periods';
import { changeWords, endWords, flowSentence, trendSentence } from './sentences';

const amounts = amountFormat('comma-dot');
const months = (...keys: string[]) => keys.map((key) => periodOf(key, 'MM/dd/yyyy'));

const trend = (...values: number[]) =>
  trendSentence('Net worth', {
    values,
    periods: months('2026-08', '2026-09', '2026-10', '2026-11').slice(0, values.length),
    amounts,
  });

describe('the sentence about an amount over time', () => {
  it('says from where to where', () => {
    expect(trend(4220000, 5000000, 6521877)).toBe(
      'Net worth rose from 42,200.00 in August 2026 to 65,218.77 in October 2026.',
    );
    expect(trend(300, 100)).toBe(
      'Net worth fell from 3.00 in August 2026 to 1.00 in September 2026.',
    );
  });

  it('adds the lowest and the highest where they lie between', () => {
    expect(trend(200, 100, 900, 300)).toBe(
      'Net worth rose from 2.00 in August 2026 to 3.00 in November 2026. ' +
        'It was lowest in September 2026 at 1.00 and highest in October 2026 at 9.00.',
    );
    expect(trend(200, 900, 300)).toBe(
      'Net worth rose from 2.00 in August 2026 to 3.00 in October 2026. ' +
        'It was highest in September 2026 at 9.00.',
    );
  });

  it('knows amounts that end where they began, and one alone', () => {
    expect(trend(100, 100)).toBe('Net worth was 1.00 in August 2026 and again in September 2026.');
    expect(trend(100)).toBe('Net worth was 1.00 in August 2026.');
  });
});

it('a worth begins the day before its first period and counts at the ends of all', () => {
  const line = { amounts, isAtEnd: true, dates: 'MM/dd/yyyy' as const };
  const before = { value: 50, end: '2026-07-31' };
  const two = { ...line, values: [100, 300], periods: months('2026-08', '2026-09') };
  expect(trendSentence('Net worth', { ...two, before })).toBe(
    'Net worth rose from 0.50 at the end of July 2026 to 3.00 at the end of September 2026. ' +
      'It was lowest at the end of August 2026 at 1.00.',
  );
  expect(endWords('2026-07-31', 'MM/dd/yyyy')).toBe('the end of July 2026');
  expect(endWords('2026-07-30', 'MM/dd/yyyy')).toBe('the end of 07/30/2026');
});

it('a change has words for its sign', () => {
  expect(changeWords(2298153, 'June 2026', amounts)).toBe('up 22,981.53 since June 2026');
  expect(changeWords(-5, 'June 2026', amounts)).toBe('down 0.05 since June 2026');
  expect(changeWords(0, 'June 2026', amounts)).toBe('unchanged since June 2026');
});

describe('the sentence about a cash flow', () => {
  const flow = {
    totalIncome: 500,
    totalExpenses: -300,
    startingBalance: 0,
    balance: 200,
  } as CashFlow;

  it('says what came in and went out, and the balance', () => {
    expect(flowSentence(flow, { periods: months('2026-10', '2026-11'), amounts })).toBe(
      'From October 2026 to November 2026, 5.00 came in and 3.00 went out. ' +
        'The balance rose from 0.00 to 2.00.',
    );
  });

  it('names a single period once', () => {
    const still = { ...flow, balance: 0 };
    expect(flowSentence(still, { periods: months('2026-11'), amounts })).toBe(
      'In November 2026, 5.00 came in and 3.00 went out. The balance stayed at 0.00.',
    );
  });
});
