import { expect, test } from 'vitest';
import type { Forecast } from '@/generated/contract';
import { belowZeroFrom } from './belowZero';

test('what is below zero now has the day it came there, without dips that are over', () => {
  const belowAhead = [{ account: 'joint', date: '2026-12-12' }];
  const figures = {
    belowZero: [
      { account: 'joint', date: '2026-11-01' },
      { account: 'card', date: '2026-11-03' },
    ],
    belowNow: ['card'],
    belowAhead,
  } as unknown as Forecast;
  expect(belowZeroFrom(figures)).toEqual({
    already: [{ account: 'card', date: '2026-11-03' }],
    ahead: belowAhead,
  });
});
