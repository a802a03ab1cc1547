import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAnnouncement } from '@/lib/announce/announce';
import { savePrefs } from '@/lib/prefs/prefs';
import { openRegister } from './testing/openRegister';
import { cellIn } from './testing/renderRegister';

async function open() {
  const page = await openRegister();
  /** The sort orders of the page requests. */
  const orders = () =>
    page.backend
      .named('query')
      .map(({ args }) => args as { limit?: number; offset?: number; orderExpressions?: unknown[] })
      .filter(({ limit, offset }) => limit === 150 && offset === 0)
      .map(({ orderExpressions }) => orderExpressions?.at(0) ?? null);
  return { ...page, orders };
}

const title = (name: string) => screen.getByRole('columnheader', { name });
const sorts = () =>
  screen
    .getAllByRole('columnheader')
    .flatMap((each) => each.getAttribute('aria-sort') ?? [])
    .join();

test('a press on a title sorts by it; the third one gives the usual order back', async () => {
  const { user, orders } = await open();
  expect([sorts(), orders()]).toEqual(['descending', [null]]);
  await user.click(title('Payment'));
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(title('Payment').getAttribute('aria-sort')).toBe('descending');
  expect(sorts()).toBe('descending');
  expect(useAnnouncement.getState().text).toBe('Sorted by payment, descending');
  await user.click(title('Payment'));
  expect(title('Payment').getAttribute('aria-sort')).toBe('ascending');
  await user.click(title('Payment'));
  expect(title('Date').getAttribute('aria-sort')).toBe('descending');
  await waitFor(() => expect(orders().at(-1)).toBeNull());
});

test('by keyboard a title is reached from the first line, sorted by, and left again', async () => {
  const { user, orders } = await open();
  cellIn('4.50', 'notes').focus();
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(title('Notes'));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(orders().at(-1)).toEqual({ $condition: { notes: null }, $dir: 'asc' }),
  );
  expect(document.activeElement).toBe(title('Notes'));
  await user.keyboard(' ');
  expect(title('Notes').getAttribute('aria-sort')).toBe('descending');
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(cellIn('4.50', 'notes')));
});

test('narrowed to nothing, the list says so', async () => {
  const { ledger, show } = await open();
  ledger.entries = [];
  await show('/accounts/bank?q=x');
  await screen.findByText('Nothing matches');
});

test('the running balance is shown in the usual order only', async () => {
  const { user, backend } = await open();
  await savePrefs({ 'show-balances-bank': true });
  await screen.findByRole('columnheader', { name: 'Balance' });
  await user.click(title('Payee'));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Balance' })).toBeNull());
  const asked = JSON.stringify(backend.named('query').at(-1)?.args);
  expect(asked).not.toContain('$sumOver');
  await user.click(title('Date'));
  await screen.findByRole('columnheader', { name: 'Balance' });
});

test('a list that is not wanted any more when it is here is not shown', async () => {
  const { user, ledger, orders } = await open();
  const grid = screen.getByRole('grid');
  const gates = ['Payee', 'Notes'].map((name) => ({ name, open: () => {} }));
  for (const gate of gates) {
    ledger.gate = new Promise((resolve) => {
      gate.open = resolve;
    });
    await user.click(title(gate.name));
  }
  for (const gate of gates) {
    await act(async () => gate.open());
    await act(async () => {});
    expect(screen.getByRole('grid')).toBe(grid);
  }
  expect(orders()).toHaveLength(3);
});
