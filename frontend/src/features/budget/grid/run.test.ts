import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { clearNotices, notices } from '@/lib/notices/notices';
import { run } from './run';

const told = () => notices.getState().shown.map(({ message }) => message);

test('an amount that pushes a total out of range is told of without names of cells', async () => {
  clearNotices();
  const message = 'the amount is too large: budget202611!leftover-5a39 would leave the range';
  expect(await run(Promise.reject(new CallError('amount-too-large', message)))).toBe(false);
  expect(told()).toEqual(['The amount is too large: a total could not hold it.']);
});

test('any other refusal is told in its own words', async () => {
  clearNotices();
  await run(Promise.reject(new CallError('group-exists', 'A category group called Fun exists.')));
  expect(told()).toEqual(['A category group called Fun exists.']);
});
