import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calendar } from '@/domain/reports/calendar';
import { addDays, addMonths, monthOf } from '@/lib/format/dates';
import {
  cutRange,
  defaultRange,
  isSameRange,
  offeredMonths,
  quickRanges,
  type ReportId,
  rangeOfSearch,
  withEnd,
  withStart,
} from './range';

const TODAY = '2026-11-20';
const calendar = (earliest = TODAY, latest = TODAY): Calendar => ({
  today: TODAY,
  earliest,
  latest,
});

const day = fc.integer({ min: -6_000, max: 900 }).map((days) => addDays(TODAY, days));
const anyCalendar = fc
  .tuple(day, day)
  .map(([one, other]) => (one < other ? calendar(one, other) : calendar(other, one)));
const month = fc.integer({ min: -300, max: 60 }).map((count) => addMonths('2026-11', count));
const range = fc
  .tuple(month, month)
  .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));
const report = fc.constantFrom<ReportId>('net-worth', 'cash-flow');

describe('the months that can be chosen', () => {
  it('begin with the first transaction and end with this month', () => {
    expect(offeredMonths('cash-flow', calendar('2026-03-05', '2026-11-19'))).toEqual({
      from: '2026-03',
      to: '2026-11',
    });
  });

  it('go on to the last transaction where it is later', () => {
    expect(offeredMonths('cash-flow', calendar('2026-03-05', '2027-02-01')).to).toBe('2027-02');
  });

  it('reach a year back for net worth, also without transactions', () => {
    expect(offeredMonths('net-worth', calendar()).from).toBe('2025-11');
    expect(offeredMonths('cash-flow', calendar()).from).toBe('2026-11');
  });
});

describe('a chosen month', () => {
  const months = { from: '2026-06', to: '2026-11' };

  it('moves one end alone where the order stays', () => {
    expect(withStart(months, '2026-09')).toEqual({ from: '2026-09', to: '2026-11' });
    expect(withEnd(months, '2026-06')).toEqual({ from: '2026-06', to: '2026-06' });
  });

  it('takes the other end six months further', () => {
    expect(withStart(months, '2026-12')).toEqual({ from: '2026-12', to: '2027-06' });
    expect(withEnd(months, '2026-05')).toEqual({ from: '2025-11', to: '2026-05' });
  });

  it('always gives a range that begins before it ends, within what is offered', () => {
    fc.assert(
      fc.property(
        report,
        anyCalendar,
        range,
        month,
        fc.boolean(),
        (of, days, before, one, isStart) => {
          const offered = offeredMonths(of, days);
          const inside = cutRange({ from: one, to: one }, offered).from;
          const shown = cutRange(before, offered);
          const next = cutRange(
            isStart ? withStart(shown, inside) : withEnd(shown, inside),
            offered,
          );
          expect(next.from <= next.to).toBe(true);
          expect(next.from >= offered.from && next.to <= offered.to).toBe(true);
          // The month that was chosen is the one that is shown.
          expect(isStart ? next.from : next.to).toBe(inside);
        },
      ),
    );
  });
});

describe('a cut range', () => {
  it('is cut once and for all, and left alone where it fits', () => {
    fc.assert(
      fc.property(range, range, (one, offered) => {
        const cut = cutRange(one, offered);
        expect(cutRange(cut, offered)).toEqual(cut);
        expect(cut.from <= cut.to).toBe(true);
        if (one.from >= offered.from && one.to <= offered.to) expect(cut).toEqual(one);
      }),
    );
  });
});

describe('the range at first', () => {
  it('is this month with the five before for net worth', () => {
    expect(defaultRange('net-worth', calendar())).toEqual({ from: '2026-06', to: '2026-11' });
  });

  it('begins with the month of 30 days ago for cash flow', () => {
    expect(defaultRange('cash-flow', calendar())).toEqual({ from: '2026-10', to: '2026-11' });
    const late = { ...calendar(), today: '2026-10-31' };
    expect(defaultRange('cash-flow', late)).toEqual({ from: '2026-10', to: '2026-10' });
  });
});

describe('ranges by one press', () => {
  it('count this month', () => {
    const ranges = Object.fromEntries(quickRanges('cash-flow', calendar('2020-02-29')));
    expect(ranges).toEqual({
      month1: { from: '2026-11', to: '2026-11' },
      months3: { from: '2026-09', to: '2026-11' },
      months6: { from: '2026-06', to: '2026-11' },
      year: { from: '2025-12', to: '2026-11' },
      all: { from: '2020-02', to: '2026-11' },
    });
    expect(quickRanges('net-worth', calendar()).map(([id]) => id)).not.toContain('month1');
  });

  it('all time is all that is offered for cash flow', () => {
    fc.assert(
      fc.property(anyCalendar, (days) => {
        const all = quickRanges('cash-flow', days).find(([id]) => id === 'all')?.[1];
        const offered = offeredMonths('cash-flow', days);
        const shown = all && cutRange(all, offered);
        const [first = ''] = [monthOf(days.earliest), offered.from].sort().slice(1);
        expect(shown && isSameRange(shown, { from: first, to: offered.to })).toBe(true);
      }),
    );
  });
});

describe('the range in an address', () => {
  const read = (text: string) => rangeOfSearch(new URLSearchParams(text));

  it('is read', () => {
    expect(read('from=2026-01&to=2026-11')).toEqual({ from: '2026-01', to: '2026-11' });
  });

  it.each([
    '',
    'from=2026-01',
    'from=2026-13&to=2027-01',
    'from=2026-05&to=2026-04',
    'from=x&to=y',
  ])('is none in %j', (text) => expect(read(text)).toBeNull());
});
