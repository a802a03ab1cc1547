import { expect, it } from 'vitest';
import { overspentOf, overspentWords } from './overspent';

const nameOf = (id: string) => id.replace(/^./, (letter) => letter.toUpperCase());
const format = (cents: number) => (cents / 100).toFixed(2);

it('counts what is charged apart from what rolls over', () => {
  const overspent = overspentOf([
    { id: 'food', balance: -6126, carryover: false },
    { id: 'rent', balance: -4000, carryover: true },
    { id: 'gas', balance: 0, carryover: false },
    { id: 'fun', balance: 500, carryover: true },
  ]);
  expect(overspent.ids).toEqual(['food', 'rent']);
  expect(overspentWords(overspent, nameOf, format)).toBe(
    'Food is overspent by 61.26 · Rent carries -40.00',
  );
});

it('says nothing when nothing is overspent', () => {
  const overspent = overspentOf([{ id: 'gas', balance: 0, carryover: true }]);
  expect(overspentWords(overspent, nameOf, format)).toBe('');
});

it('counts several and adds them up', () => {
  const debt = (id: string, balance: number, carryover: boolean) => ({ id, balance, carryover });
  const overspent = overspentOf([
    debt('food', -6126, false),
    debt('gas', -100, false),
    debt('rent', -4000, true),
    debt('car', -1, true),
  ]);
  expect(overspentWords(overspent, nameOf, format)).toBe(
    '2 categories overspent by 62.26 · 2 categories carry -40.01',
  );
});
