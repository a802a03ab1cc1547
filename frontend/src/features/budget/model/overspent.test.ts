import { expect, it } from 'vitest';
import { overspentOf, overspentWords } from './overspent';

const format = (cents: number) => (cents / 100).toFixed(2);

it('counts what is charged apart from what rolls over', () => {
  const overspent = overspentOf([
    { id: 'food', balance: -6126, carryover: false },
    { id: 'rent', balance: -4000, carryover: true },
    { id: 'gas', balance: 0, carryover: false },
    { id: 'fun', balance: 500, carryover: true },
  ]);
  expect(overspent).toEqual({ count: 1, sum: -6126, rolling: 1, ids: ['food', 'rent'] });
  expect(overspentWords(overspent, format)).toBe('1 category overspent, -61.26 · 1 rolling over');
});

it('says nothing when nothing is overspent', () => {
  expect(overspentWords(overspentOf([{ id: 'gas', balance: 0, carryover: true }]), format)).toBe(
    '',
  );
});
