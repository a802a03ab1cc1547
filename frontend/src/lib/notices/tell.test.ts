import { expect, test } from 'vitest';
import { clearNotices, useNotices } from './notices';
import { tell } from './tell';

test('the same words said again are another text, so that they are read aloud again', () => {
  clearNotices();
  const said = ['Nothing to change', 'Nothing to change', 'Nothing to change'].map((words) => {
    tell(words);
    return useNotices.getState().shown.map(({ message }) => message);
  });
  expect(said.every(({ length }) => length === 1)).toBe(true);
  expect(said.flat().map((text) => text.trim())).toEqual(Array(3).fill('Nothing to change'));
  expect(said[1]).not.toEqual(said[0]);
  expect(said[2]).not.toEqual(said[1]);
});
