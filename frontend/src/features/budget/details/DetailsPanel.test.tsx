import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { saveGlobalPrefs } from '@/lib/prefs/prefs';
import { cellOf, nameOf, renderBudget, smallBudget } from '../testing/renderBudget';
// Loaded before the first test, which then need not wait for it.
import './DetailsPanel';

let shown: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => shown.finish());

async function open() {
  const state = smallBudget();
  state.budgeted['2026-10 food'] = 30000;
  state.spent['2026-10 food'] = -20050;
  shown = await renderBudget(state);
  await act(() => saveGlobalPrefs({ maxMonths: 1 }));
  const panel = await screen.findByRole('complementary', { name: 'Budget Details' });
  return { ...shown, panel };
}

test('beside one month are the balance, the last months and the note of the focused category', async () => {
  const { panel } = await open();
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  await within(panel).findByRole('heading', { name: 'Food' });
  const bars = within(panel).getByRole('region', { name: 'Spent in the last months' });
  await within(bars).findByText('October 2026: 200.50');
  within(bars).getByText('November 2026: 312.86');
  within(bars).getByText('200.50 a month on average');
  expect(within(panel).getByRole('region', { name: 'Note' }).textContent).toContain('Market');
  act(() => nameOf('Savings').focus());
  await within(panel).findByText(/Choose a category/);
});

test('a quick amount is budgeted with one press, as a step with a name', async () => {
  const { panel, user, named } = await open();
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  await user.click(await within(panel).findByRole('button', { name: 'As in Oct 300.00' }));
  await waitFor(() => expect(named('budget/budget-amount')).toHaveLength(1));
  expect(named('budget/budget-amount')[0]?.args).toEqual({
    month: '2026-11',
    category: 'food',
    amount: 30000,
  });
  expect(named('budget/budget-amount')[0]?.step).toMatchObject({ key: 'budgeted' });
  await user.click(await within(panel).findByRole('button', { name: 'Spent in Oct 200.50' }));
  await waitFor(() => expect(cellOf('Budgeted November 2026 200.50')).toBeTruthy());
});

test('the buttons stay for another category, so that none takes the focus away with it', async () => {
  const { panel } = await open();
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  const quick = await within(panel).findByRole('button', { name: 'As in Oct 300.00' });
  act(() => nameOf('House').focus());
  await within(panel).findByRole('heading', { name: 'House' });
  expect(within(panel).getByRole('button', { name: /^As in Oct/ })).toBe(quick);
});

test('income has no amounts to choose in an envelope budget', async () => {
  const { panel } = await open();
  act(() => nameOf('Salary').focus());
  await within(panel).findByRole('region', { name: 'Received in the last months' });
  expect(within(panel).queryByRole('region', { name: 'Budget this month' })).toBeNull();
});
