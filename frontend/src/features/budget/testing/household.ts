/** A realistic household budget for the in-browser demonstration. */
import type { BudgetType, CategoryGroup, Month } from '@/generated/contract';
import { monthRange } from '@/lib/format/dates';
import type { BudgetState } from './fakeCells';

/** name: budgeted per month, spent per month; amounts in whole units. */
type Plan = [name: string, budgeted: number, spent: number];

const EXPENSES: [group: string, plans: Plan[]][] = [
  [
    'Home',
    [
      ['Rent', 1250, 1250],
      ['Electricity', 78, 71.4],
      ['Water', 34, 33.15],
      ['Internet and phone', 59.9, 61.9],
      ['Household and repairs', 60, 22.75],
    ],
  ],
  [
    'Everyday',
    [
      ['Food', 520, 538.26],
      ['Eating out', 140, 163.8],
      ['Clothing', 80, 45.5],
      ['Pharmacy', 25, 12.3],
      ['Haircuts', 30, 0],
      ['Pocket money', 120, 120],
    ],
  ],
  [
    'Getting around',
    [
      ['Fuel', 110, 96.42],
      ['Public transport', 49, 49],
      ['Car insurance', 46, 0],
      ['Car maintenance', 40, 0],
    ],
  ],
  [
    'Fun and learning',
    [
      ['Books', 25, 36.9],
      ['Music and films', 24.98, 24.98],
      ['Sport', 39, 39],
      ['Courses', 50, 0],
    ],
  ],
  [
    'Giving',
    [
      ['Gifts', 40, 18.99],
      ['Charity', 30, 30],
    ],
  ],
  [
    'Savings goals',
    [
      ['Emergency fund', 250, 0],
      ['Summer holiday', 180, 0],
      ['New laptop', 75, 0],
      ['Property tax', 62.5, 0],
    ],
  ],
];

const INCOME: Plan[] = [
  ['Salary', 3640, 3640],
  ['Freelance', 250, 315.4],
  ['Starting Balances', 0, 0],
];

const BOUNDS_START: Month = '2026-08';
const MONTHS = 16;
const TODAY: Month = '2026-11';

/** Spent amounts differ from month to month by a fixed pattern, so that pictures repeat. */
function wobble(cents: number, seed: number): number {
  return Math.round((cents * (88 + ((seed * 37) % 23))) / 100);
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** `repeat` copies of the groups make a large budget. */
export function household(type: BudgetType = 'rollover', repeat = 1): BudgetState {
  const state: BudgetState = {
    type,
    months: monthRange(BOUNDS_START, MONTHS),
    groups: [],
    budgeted: {},
    spent: {},
    carryover: {},
    buffered: { '2026-11': 20000 },
    notes: { food: 'Market on Saturdays, 130 a week.', 'budget-2026-11': 'Birthday month' },
  };
  for (let copy = 0; copy < repeat; copy += 1) {
    for (const [name, plans] of EXPENSES) {
      addGroup(state, copy === 0 ? name : `${name} ${copy + 1}`, plans, copy, false);
    }
  }
  addGroup(state, 'Income', INCOME, 0, true);
  for (const month of state.months) state.carryover[`${month} eating-out`] = true;
  return state;
}

function addGroup(
  state: BudgetState,
  name: string,
  plans: readonly Plan[],
  copy: number,
  income: boolean,
): void {
  const groupId = slug(name) + (copy === 0 ? '' : copy);
  const group: CategoryGroup = {
    id: groupId,
    name,
    is_income: income,
    hidden: false,
    sort_order: state.groups.length * 16384,
    categories: [],
  };
  for (const [at, [title, budgeted, spent]] of plans.entries()) {
    const id = slug(title) + (copy === 0 ? '' : copy);
    group.categories.push({
      id,
      name: title,
      cat_group: groupId,
      is_income: income,
      hidden: title === 'Haircuts',
      sort_order: at * 16384,
    });
    for (const [index, month] of state.months.entries()) {
      if (!income || state.type === 'report') {
        if (month <= TODAY || (month === '2026-12' && budgeted > 40))
          state.budgeted[`${month} ${id}`] = Math.round(budgeted * 100);
      }
      if (month > TODAY) continue;
      const cents = income ? Math.round(spent * 100) : -wobble(spent * 100, index + at);
      state.spent[`${month} ${id}`] = cents;
    }
  }
  state.groups.push(group);
}
