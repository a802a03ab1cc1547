import { useShortcuts } from '@/lib/keys/useShortcuts';
import type { Months } from './view';

/** `[`, `]` and `0`: previous, next and current month. */
export function useMonthKeys(shown: Months): void {
  const scope = 'budget';
  useShortcuts([
    {
      id: 'month-previous',
      scope,
      keys: ['['],
      label: 'Previous month',
      run: () => shown.step(-1),
    },
    { id: 'month-next', scope, keys: [']'], label: 'Next month', run: () => shown.step(1) },
    {
      id: 'month-today',
      scope,
      keys: ['0'],
      label: 'Current month',
      run: () => shown.show(shown.today),
    },
  ]);
}
