import { describe, expect, it } from 'vitest';
import type { BudgetType, CellValue } from '@/generated/contract';
import { TREE } from '../testing/tree';
import { partsOf } from './parts';
import { subjectOf } from './subject';
import { formulaOf, labelOf, titleOf } from './words';

/** The cells that the formula of a cell reads, with their values. */
type Inputs = Record<string, CellValue>;

function explained(cell: string, inputs: Inputs, type: BudgetType = 'rollover') {
  const named = { groups: TREE, type };
  const subject = subjectOf(cell, named);
  if (!subject) throw new Error(`Nobody knows ${cell}.`);
  const subjects = Object.keys(inputs)
    .map((input) => subjectOf(input, named))
    .filter((input) => input !== null);
  const parts = partsOf({ subject, type, inputs: subjects, valueAt: (input) => inputs[input] });
  return {
    title: titleOf(subject, type),
    formula: formulaOf(subject, type),
    parts: parts.map((part) => `${labelOf(part.subject, subject, type)}: ${part.adds}`),
  };
}

describe('a balance', () => {
  const inputs = (carryover: boolean, type?: BudgetType): Inputs => ({
    'budget202611!budget-food': 500,
    'budget202611!sum-amount-food': -300,
    'budget202610!carryover-food': carryover,
    'budget202610!leftover-food': -70,
    ...(type === 'report' ? {} : { 'budget202610!leftover-pos-food': 0 }),
  });

  it('leaves overspending of last month out', () => {
    const { title, formula, parts } = explained('budget202611!leftover-food', inputs(false));
    expect(title).toBe('Food: Balance in November 2026');
    expect(formula).toContain('October 2026');
    expect(parts).toEqual(['Budgeted: 500', 'Spent: -300', 'Left over, October 2026: 0']);
  });

  it('takes overspending that rolls over with it', () => {
    const { parts } = explained('budget202611!leftover-food', inputs(true));
    expect(parts).toEqual(['Budgeted: 500', 'Spent: -300', 'Balance, October 2026: -70']);
  });

  it('takes nothing from last month when tracking, unless it rolls over', () => {
    const tracked = (carryover: boolean) =>
      explained('budget202611!leftover-food', inputs(carryover, 'report'), 'report').parts.length;
    expect([tracked(false), tracked(true)]).toEqual([2, 3]);
  });
});

it('what is left to budget takes away what is held', () => {
  const { title, parts } = explained('budget202611!to-budget', {
    'budget202611!available-funds': 900,
    'budget202611!last-month-overspent': -70,
    'budget202611!total-budgeted': -500,
    'budget202611!buffered-selected': 200,
  });
  expect(title).toBe('To Budget in November 2026');
  expect(parts).toEqual([
    'Available Funds: 900',
    'Overspent in Oct: -70',
    'Budgeted in all: -500',
    'Held for next month: -200',
  ]);
});

it('last month was overspent by what does not roll over', () => {
  const { parts } = explained('budget202611!last-month-overspent', {
    'budget202610!carryover-food': false,
    'budget202610!leftover-food': -70,
    'budget202610!carryover-general': true,
    'budget202610!leftover-general': -30,
    'budget202610!carryover-bills': false,
    'budget202610!leftover-bills': 20,
  });
  expect(parts).toEqual(['Food, Balance, October 2026: -70']);
});

it('held money is what was typed or, without that, kept income', () => {
  const held = (buffered: number) =>
    explained('budget202611!buffered-selected', {
      'budget202611!buffered': buffered,
      'budget202611!buffered-auto': 40,
    }).parts;
  expect(held(25)).toEqual(['Held by hand: 25']);
  expect(held(0)).toEqual(['Income kept for next month: 40']);
});

it('what is missing to a goal is the goal less what is there', () => {
  const missing = (longGoal: CellValue) =>
    explained('budget202611!underfunded-food', {
      'budget202611!goal-food': 900,
      'budget202611!long-goal-food': longGoal,
      'budget202611!leftover-food': 300,
      'budget202611!budget-food': 500,
    }).parts;
  expect(missing(null)).toEqual(['Goal: 900', 'Budgeted: -500']);
  expect(missing(1)).toEqual(['Goal: 900', 'Balance: -300']);
});

it('a group is the sum of its categories by their names', () => {
  const { title, parts } = explained('budget202611!group-budget-g-usual-expenses', {
    'budget202611!budget-food': 500,
    'budget202611!budget-general': 100,
  });
  expect(title).toBe('Usual Expenses: Budgeted in November 2026');
  expect(parts).toEqual(['Food: 500', 'General: 100']);
});
