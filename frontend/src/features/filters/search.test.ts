import { expect, test } from 'vitest';
import { searchExpression } from './search';

const FORMATS = {
  numberFormat: 'comma-dot',
  dateFormat: 'MM/dd/yyyy',
  today: '2026-11-20',
} as const;

function terms(text: string, more: object = {}): Record<string, unknown>[] {
  const found = searchExpression(text, { ...FORMATS, ...more });
  return (found?.$or ?? []) as Record<string, unknown>[];
}
const dates = (text: string, more: object = {}) =>
  terms(text, more).flatMap(({ date }) => (date === undefined ? [] : [date]));
const amounts = (text: string, more: object = {}) =>
  terms(text, more).flatMap(({ amount }) => (amount === undefined ? [] : [amount]));

const exactly = (cents: number) => ({ $transform: '$abs', $eq: cents });
const whole = (units: number) => ({ $transform: { $abs: { $idiv: ['$', 100] } }, $eq: units });

test('blank text searches for nothing', () => {
  expect(searchExpression('  ', FORMATS)).toBeNull();
});

test('names and notes are searched for the text as it stands', () => {
  expect(terms(' bakery ')).toEqual([
    { 'payee.name': { $like: '%bakery%' } },
    { notes: { $like: '%bakery%' } },
    { 'category.name': { $like: '%bakery%' } },
    { 'account.name': { $like: '%bakery%' } },
  ]);
});

test('signs with a meaning of their own are taken literally', () => {
  expect(terms('100%?\\')[0]).toEqual({ 'payee.name': { $like: '%100\\%\\?\\\\%' } });
});

test('a whole number means any amount of so many units, of either sign', () => {
  expect(amounts('25')).toEqual([exactly(2500), whole(25)]);
  expect(amounts('-25')).toEqual([exactly(2500), whole(25)]);
});

test('decimals mean that amount, with any separator', () => {
  expect(amounts('25.5')).toEqual([exactly(2550)]);
  expect(amounts('1.234,56', { numberFormat: 'dot-comma' })).toEqual([exactly(123_456)]);
  expect(amounts('abc')).toEqual([]);
  expect(amounts('99999999999999999999')).toEqual([]);
});

test('a day is found in its format, without the year and with a short one', () => {
  expect(dates('11/05/2026')).toEqual(['2026-11-05']);
  expect(dates('11/5')).toEqual(['2026-11-05']);
  expect(dates('11/05/25')).toEqual(['2025-11-05']);
  expect(dates('5.11.', { dateFormat: 'dd.MM.yyyy' })).toEqual([]);
  expect(dates('5.11', { dateFormat: 'dd.MM.yyyy' })).toEqual(['2026-11-05']);
  expect(dates('1105')).toEqual([]);
  expect(dates('99/99')).toEqual([]);
});
