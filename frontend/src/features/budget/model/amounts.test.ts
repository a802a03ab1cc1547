import { describe, expect, it } from 'vitest';
import { BALANCE_WORDS, balanceState, summaryShape } from './amounts';
import { cents } from './cells';

describe('states of a balance', () => {
  it('tells overspending that is charged from overspending that rolls over', () => {
    expect(balanceState(54533, false)).toBe('positive');
    expect(balanceState(0, true)).toBe('zero');
    expect(BALANCE_WORDS[balanceState(-6126, false)]).toBe('overspent');
    expect(BALANCE_WORDS[balanceState(-6126, true)]).toBe('overspent, rolls over');
  });

  it('reads negative zero and missing values as zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(cents(null)).toBe(0);
    expect(balanceState(cents(-0), false)).toBe('zero');
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
    expect(summaryShape('report', '2026-11', '2026-11').totalCell).toBe('total-saved');
  });
});
