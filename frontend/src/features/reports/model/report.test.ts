import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  BALANCE,
  DAILY,
  GRAPH,
  LIVE,
  MONTHLY,
  SPLIT,
  WEEKLY,
  YEARLY,
} from '@/domain/reports/stored';
import {
  balancesOf,
  chosen,
  graphsOf,
  intervalsOf,
  NEW,
  type Report,
  rangesOf,
  splitsOf,
} from './report';

const choice = fc.oneof(
  fc.constantFrom('total', 'time').map((mode) => ({ mode })),
  fc.constantFrom(...Object.values(SPLIT)).map((groupBy) => ({ groupBy })),
  fc.constantFrom(DAILY, WEEKLY, MONTHLY, YEARLY).map((interval) => ({ interval })),
  fc.constantFrom(...Object.values(BALANCE)).map((balanceType) => ({ balanceType })),
  fc.constantFrom(...Object.values(GRAPH)).map((graphType) => ({ graphType })),
);

test('after any choices all settings go together, and the last choice stands', () => {
  fc.assert(
    fc.property(fc.array(choice, { minLength: 1, maxLength: 8 }), (choices) => {
      let report: Report = NEW;
      for (const one of choices) report = chosen(report, one);
      expect(splitsOf(report)).toContain(report.groupBy);
      expect(graphsOf(report)).toContain(report.graphType);
      expect(balancesOf(report)).toContain(report.balanceType);
      expect(intervalsOf(report)).toContain(report.interval);
      expect(rangesOf(report)).toContain(report.dateRange);
      const last = choices.at(-1);
      if (last && 'mode' in last) expect(report.mode).toBe(last.mode);
      if (last && 'balanceType' in last && report.groupBy !== SPLIT.categoryGroup) {
        expect(report.balanceType).toBe(last.balanceType);
      }
    }),
  );
});

describe('a choice', () => {
  it('of a split over no time goes back to totals', () => {
    const report = chosen(chosen(NEW, { mode: 'time' }), { groupBy: SPLIT.interval });
    expect(report).toMatchObject({ mode: 'total', groupBy: SPLIT.interval });
  });

  it('of the budget leaves conditions on categories alone', () => {
    const conditions: Report['conditions'] = [
      { field: 'category', op: 'is', value: 'food' },
      { field: 'payee', op: 'is', value: 'grocer' },
    ];
    const report = chosen(
      { ...NEW, conditions, groupBy: SPLIT.payee, interval: DAILY },
      { balanceType: BALANCE.budgeted },
    );
    expect(report.conditions).toHaveLength(1);
    expect(report).toMatchObject({ groupBy: SPLIT.category, interval: MONTHLY });
  });

  it('of an interval takes a range that fits', () => {
    expect(chosen(NEW, { interval: DAILY }).dateRange).toBe(LIVE.thisMonth);
    expect(chosen({ ...NEW, dateRange: LIVE.lastYear }, { interval: YEARLY }).dateRange).toBe(
      LIVE.lastYear,
    );
  });
});
