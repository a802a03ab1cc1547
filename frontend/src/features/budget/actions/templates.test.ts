import { expect, it } from 'vitest';
import { hasTemplate } from './templates';

it.each([
  ['#template 50', true],
  ['Save up\n  #goal 500', true],
  ['Rent: #template 50', true],
  ['#templates count', true],
  ['#Template 50', false],
  ['# see #template', false],
  ['template 50', false],
  [undefined, false],
])('the note %j budgets: %s', (note, expected) => {
  expect(hasTemplate(note)).toBe(expected);
});
