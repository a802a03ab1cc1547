import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openRegister as open } from './testing/openRegister';
import { cellIn } from './testing/renderRegister';

/** A window whose width can be changed to that of a phone. */
function resizableWindow(): { narrow: () => void } {
  let isPhone = false;
  const wakes = new Set<() => void>();
  const usual = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...usual(query),
    matches: isPhone && query === '(max-width: 767px)',
    addEventListener: (_: string, wake: unknown) => wakes.add(wake as () => void),
    removeEventListener: (_: string, wake: unknown) => wakes.delete(wake as () => void),
  }));
  return {
    narrow: () =>
      act(async () => {
        isPhone = true;
        for (const wake of wakes) wake();
      }),
  };
}

test('a window made narrow takes what is being typed into a cell', async () => {
  const { narrow } = resizableWindow();
  const { user, batches } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  await narrow();
  await screen.findByRole('group', { name: 'Transactions' });
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'half' }]);
});
