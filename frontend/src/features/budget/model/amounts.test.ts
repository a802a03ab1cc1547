import { describe, expect, it } from 'vitest';
import { BALANCE_WORDS, balanceState, summaryShape } from './amounts';
import { cents } from './cells';

describe('states of a balance', () => {
  it('tells overspending that is charged from overspending that rolls over', () => {
    expect(balanceState(54533, false, 'rollover')).toBe('positive');
    expect(balanceState(0, true, 'rollover')).toBe('zero');
    expect(BALANCE_WORDS[balanceState(-6126, false, 'rollover')]).toBe('overspent');
    expect(BALANCE_WORDS[balanceState(-6126, true, 'rollover')]).toBe('overspent, rolls over');
  });

  it('is no alarm where a budget tracks', () => {
    for (const carryover of [false, true]) {
      const state = balanceState(-6126, carryover, 'report');
      expect([state, BALANCE_WORDS[state]]).toEqual(['below', '']);
    }
  });

  it('reads negative zero and missing values as zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(cents(null)).toBe(0);
    expect(balanceState(cents(-0), false, 'rollover')).toBe('zero');
  });
});

describe('words of the summary', () => {
  it('follow the sign in rollover mode', () => {
    const { totalLabel, lines } = summaryShape('rollover', '2026-11', '2026-11');
    expect(totalLabel(0)).toBe('To Budget:');
    expect(totalLabel(12000)).toBe('To Budget:');
    expect(totalLabel(-4000)).toBe('Overbudgeted:');
    expect(lines.map((line) => line.label)).toEqual([
      'Available Funds',
      'Overspent in Oct',
      'Budgeted',
      'For Next Month',
      'Underfunded',
    ]);
  });

  it('tell results from plans in report mode', () => {
    const past = summaryShape('report', '2026-10', '2026-11');
    expect(past.totalCell).toBe('real-saved');
    expect(past.totalLabel(-1)).toBe('Overspent:');
    expect(past.totalLabel(1)).toBe('Saved:');
    const planned = summaryShape('report', '2026-11', '2026-11');
    expect(planned.totalCell).toBe('total-saved');
    expect(planned.totalLabel(-1)).toBe('Projected savings:');
  });
});
