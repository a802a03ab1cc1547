import { expect, test } from 'vitest';
import {
  BUDGETING,
  EXPLAINED,
  hasLine,
  withLineAdded,
  withLineRemoved,
  withLineReplaced,
} from './noteLines';

test('a line is added at the end, in a line of its own', () => {
  expect(withLineAdded('', '#template 5')).toEqual({ note: '#template 5', at: 1 });
  expect(withLineAdded('Market\n\n', '#template 5')).toEqual({
    note: 'Market\n#template 5',
    at: 2,
  });
});

test('only the template of a line is replaced or removed', () => {
  const note = 'Market\nrent #template 5\n#template 6';
  expect(withLineReplaced(note, 2, '#goal 9')).toBe('Market\nrent #goal 9\n#template 6');
  expect(withLineRemoved(note, 2)).toBe('Market\nrent\n#template 6');
  expect(withLineRemoved(note, 3)).toBe('Market\nrent #template 5');
});

test.each([
  ['#template 50', true],
  ['Save up\n  #goal 500', true],
  ['Rent: #template 50', true],
  ['#templates count', true],
  ['#Template 50', false],
  ['# see #template', false],
  ['Market #saturday', false],
  ['template 50', false],
  ['#cleanup source', false],
  [undefined, false],
])('the note %j budgets: %s', (note, expected) => {
  expect(hasLine(note, BUDGETING)).toBe(expected);
});

test('a clean-up line is explained, too', () => {
  expect(hasLine('#cleanup source', EXPLAINED)).toBe(true);
});
