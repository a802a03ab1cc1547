import { describe, expect, it } from 'vitest';
import { clampStart, monthsShown, monthsThatFit, outOfBoundsReason, preloadMonths } from './months';

const bounds = { start: '2026-08', end: '2027-11' };

describe('months shown by width', () => {
  it.each([
    [899, 1],
    [900, 2],
    [1149, 2],
    [1150, 3],
    [1399, 3],
    [1400, 4],
    [1649, 4],
    [1650, 5],
    [1849, 5],
    [1850, 6],
    [4000, 6],
    [0, 1],
  ])('a grid %i wide fits %i', (width, count) => {
    expect(monthsThatFit(width)).toBe(count);
  });

  it('is capped by the preference, and never below one', () => {
    expect(monthsShown(1850, 5)).toBe(5);
    expect(monthsShown(800, 5)).toBe(1);
    expect(monthsShown(1850, 0)).toBe(1);
  });
});

describe('the shown range', () => {
  it('keeps the whole shown range within the bounds', () => {
    expect(clampStart('2020-01', 3, bounds)).toBe('2026-08');
    expect(clampStart('2030-01', 3, bounds)).toBe('2027-09');
    expect(clampStart('2026-11', 3, bounds)).toBe('2026-11');
    expect(clampStart('2026-08', 6, { start: '2026-08', end: '2026-09' })).toBe('2026-08');
  });

  it('preloads one month before to four after, within the bounds', () => {
    expect(preloadMonths('2026-11', 3, bounds)).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
    ]);
    expect(preloadMonths('2026-08', 6, bounds)[0]).toBe('2026-08');
    expect(preloadMonths('2026-08', 6, bounds)).toHaveLength(6);
    expect(preloadMonths('2027-10', 1, bounds)).toEqual(['2027-09', '2027-10', '2027-11']);
  });

  it('says why a month cannot be chosen', () => {
    expect(outOfBoundsReason('2026-07', bounds)).toBe('The budget starts in August 2026');
    expect(outOfBoundsReason('2027-12', bounds)).toBe('The budget ends in November 2027');
    expect(outOfBoundsReason('2027-11', bounds)).toBeNull();
  });
});
