import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMeaning } from './useMeaning';

test.each([
  ['Budget 50 each month.', 'Budget 50.00 each month.'],
  [
    'Budget 1234.5 each month, up to a balance of 3000 for each day of the month.',
    'Budget 1,234.50 each month, up to a balance of 3,000.00 for each day of the month.',
  ],
  ['Fill up each month, up to a balance of 300.', 'Fill up each month, up to a balance of 300.00.'],
  ['Save 600 by 2027-04, again every 2 years.', 'Save 600.00 by April 2027, again every 2 years.'],
  [
    'Budget 20 every 2 weeks, starting 2027-01-04.',
    'Budget 20.00 every 2 weeks, starting 01/04/2027.',
  ],
  ['Reach a balance of 5000, with priority 2.', 'Reach a balance of 5,000.00, with priority 2.'],
  [
    'Budget the average of the last 3 months, plus 12.5.',
    'Budget the average of the last 3 months, plus 12.50.',
  ],
])('the amounts of “%s” are written as money', (sentence, shown) => {
  expect(renderHook(() => useMeaning()).result.current(sentence)).toBe(shown);
});

test.each([
  'Budget 10% of all income of this month.',
  'Budget 12.5% of Area 51 of last month.',
  'Budget 2 shares of what is left.',
  'Budget the average of the last 3 months, less 12.5%.',
  'Budget the same as 12 months ago.',
  'Save for schedule 600 a month.',
])('“%s” has no amount', (sentence) => {
  expect(renderHook(() => useMeaning()).result.current(sentence)).toBe(sentence);
});
