import { expect, test } from 'vitest';
import { hourElsewhere, zoneText } from './zones';

test('a time zone is said by how far it is from UTC', () => {
  expect([0, 60, -300, 330, -210].map(zoneText)).toEqual([
    'UTC',
    'UTC+1',
    'UTC-5',
    'UTC+5:30',
    'UTC-3:30',
  ]);
});

test('an hour is told by another clock', () => {
  expect(hourElsewhere(6, 60, 120)).toBe('07:00');
  expect(hourElsewhere(1, 120, -300)).toBe('18:00');
  expect(hourElsewhere(23, 0, 330)).toBe('04:30');
});
