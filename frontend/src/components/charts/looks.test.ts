import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksOf } from './looks';

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 24 });

test('things keep their look in any order', () => {
  fc.assert(
    fc.property(ids, (all) => {
      const [one, other] = [looksOf(all), looksOf([...all].reverse())];
      for (const id of all) expect(one.get(id)).toEqual(other.get(id));
    }),
  );
});

test('no two things look alike while there are enough looks', () => {
  fc.assert(
    fc.property(ids, (all) => {
      const looks = [...looksOf(all).values()].map(({ hue, pattern }) => `${hue} ${pattern}`);
      expect(new Set(looks).size).toBe(all.length);
    }),
  );
});
