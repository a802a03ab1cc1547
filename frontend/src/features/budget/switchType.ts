import type { BudgetType } from '@/generated/contract';
import { loadPrefs } from '@/lib/prefs/prefs';
import { setBudgetType } from './api';
import { run } from './grid/run';

/** Another type is another set of amounts; the cells in view follow the preference. */
export async function switchType(type: BudgetType): Promise<void> {
  if (!(await run(setBudgetType(type)))) return;
  await run(loadPrefs());
}
