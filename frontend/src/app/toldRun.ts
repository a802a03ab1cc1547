/** The last run of a budget's schedules that this browser reported. */

const keyOf = (budgetId: string) => `sobre.toldRun.${budgetId}`;

export function toldRun(budgetId: string): string | null {
  try {
    return localStorage.getItem(keyOf(budgetId));
  } catch {
    return null;
  }
}

export function rememberToldRun(budgetId: string, id: string): void {
  try {
    localStorage.setItem(keyOf(budgetId), id);
  } catch {
    // Without storage the run is reported again, which is better than never.
  }
}
