import { afterEach, expect, test } from 'vitest';
import { ACCOUNTS_KEY } from '@/lib/accounts/accounts';
import { lists } from '@/lib/lists/lists';
import { exampleSchedule } from './testing/exampleSchedule';
import { POST, POST_TODAY } from './turns';

afterEach(() => lists.clear());

const NEEDED = 'Choose an account in the schedule first';

test('a schedule posts into an open account only', () => {
  lists.setQueryData(ACCOUNTS_KEY, [
    { id: 'a-bank', closed: false },
    { id: 'a-old', closed: true },
  ]);
  expect(POST.reason?.(exampleSchedule())).toBeUndefined();
  for (const account of [null, 'a-old', 'a-deleted'])
    for (const turn of [POST, POST_TODAY])
      expect(turn.reason?.(exampleSchedule({ account }))).toBe(NEEDED);
});

test('an account that is not read yet is taken to be open', () => {
  expect(POST.reason?.(exampleSchedule())).toBeUndefined();
  expect(POST.reason?.(exampleSchedule({ account: null }))).toBe(NEEDED);
});
