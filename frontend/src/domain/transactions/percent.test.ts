import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitEntry } from '@/features/register/testing/fakeLedger';
import { amountFormat } from '@/lib/format/amount';
import { distributeByPercent, presentShares, readShares, WHOLE } from './percent';
import { amountLeft } from './splits';

const dots = amountFormat('comma-dot');

test('each part gets its share of the whole, whatever it held', () => {
  const split = splitEntry('s', [-900, -100]);
  const shared = distributeByPercent(split, [3333, 6667]);
  expect(shared.children.map(({ amount }) => amount)).toEqual([-333, -667]);
  expect(shared.row.error).toBeNull();
});

test('nothing is left over and no cent is made', () => {
  const amounts = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { minLength: 2 });
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.nat(WHOLE)), (parts, cuts) => {
      const ends = parts.slice(1).map(() => cuts.next().value);
      ends.sort((a, b) => a - b);
      const shares = [...ends, WHOLE].map((end, at) => end - (ends[at - 1] ?? 0));
      expect(amountLeft(distributeByPercent(splitEntry('s', parts), shares))).toBe(0);
    }),
  );
});

test('the shares there are stand in the fields, the last one is the rest', () => {
  expect(presentShares(splitEntry('s', [-500, -300, 0]), dots)).toEqual(['62.5', '37.5', '']);
  const commas = amountFormat('dot-comma');
  expect(presentShares(splitEntry('s', [-500, -300]), commas)).toEqual(['62,5', '']);
  expect(presentShares(splitEntry('s', [-100, -900]), dots)).toEqual(['10', '']);
});

test('a single open field takes the rest; what is no whole is told', () => {
  expect(readShares(['40', '', '35%'], dots)).toEqual({ ok: true, shares: [4000, 2500, 3500] });
  expect(readShares(['100', '', ''], dots)).toEqual({ ok: true, shares: [10_000, 0, 0] });
  const short = 'The lines add up to 80 %, not 100 %';
  expect(readShares(['40', '40'], dots)).toEqual({ ok: false, reason: short, at: null });
  expect(readShares(['60', '50', ''], dots)).toMatchObject({ ok: false });
  expect(readShares(['40', 'x'], dots)).toMatchObject({ ok: false, at: 1 });
  expect(readShares(['-5', '105'], dots)).toMatchObject({ ok: false, at: 0 });
});
