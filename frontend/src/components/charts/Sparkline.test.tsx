import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sparkline } from './Sparkline';

/** The paths of a sparkline: the area, the line of zero, the line. */
function paths(values: number[]) {
  render(<Sparkline values={values} label="Net worth rose." />);
  const picture = screen.getByRole('img', { name: 'Net worth rose.' });
  return [...picture.querySelectorAll('path')].map((path) => path.getAttribute('d'));
}

test('the line goes straight through all values, above zero', () => {
  expect(paths([0, 50, 100]).slice(1)).toEqual(['M0 33H120', 'M0,33L60,18L120,3']);
});

test('amounts below zero hang from its line', () => {
  expect(paths([-100, 0]).slice(1)).toEqual(['M0 3H120', 'M0,33L120,3']);
});

test('one value is a level line', () => {
  expect(paths([5])[2]).toBe('M0,3L120,3');
});

test('no values leave the line of zero alone', () => {
  expect(paths([])).toEqual(['', 'M0 33H120', '']);
});
