import { expect, test } from 'vitest';
import { mayHaveGoals, withLineAdded, withLineRemoved, withLineReplaced } from './noteLines';

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

test('a note without a directive has no goals', () => {
  expect(mayHaveGoals('Market #saturday')).toBe(false);
  expect(mayHaveGoals('Market #template 5')).toBe(true);
});
