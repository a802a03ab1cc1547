import { expect, test } from 'vitest';
import { sources } from './sources';

test('a store that components call is named as the hook it is', () => {
  const wrong = sources().flatMap(({ path, text }) =>
    [...text.matchAll(/\bconst (?!use[A-Z])(\w+) = create[<(]/g)].map(
      ([, name]) => `${path}: ${name}`,
    ),
  );
  expect(wrong).toEqual([]);
});
