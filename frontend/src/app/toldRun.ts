/** Which run of a budget's schedules this browser was told of last. */

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
    // Without storage it is told again, which is better than never.
  }
}
