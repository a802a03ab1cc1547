import { FakeBudget } from '@/features/budget/testing/fakeBudget';
import { fakeSocket } from '@/features/budget/testing/fakeSocket';
import { household } from '@/features/budget/testing/household';
import type { BudgetType } from '@/generated/contract';
import { setConnection } from '@/lib/connection/backend';
import { Connection } from '@/lib/connection/connection';

/**
 * A household budget inside the page, in both budget types and any size, for looking at the
 * budget screen: `?fake=household&type=report&repeat=6`.
 */
export function installHousehold(): void {
  const options = new URLSearchParams(location.search);
  const type = (options.get('type') ?? 'rollover') as BudgetType;
  const budget = new FakeBudget(household(type, Number(options.get('repeat') ?? 1)));
  budget.globalPrefs.maxMonths = Number(options.get('months') ?? 3);
  sessionStorage.setItem('sobre.open', 'fake');
  setConnection(new Connection(() => fakeSocket(budget)));
  Object.assign(window, { budget });
}
