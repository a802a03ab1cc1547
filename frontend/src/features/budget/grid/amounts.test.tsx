import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startKeys } from '@/lib/keys/keys';
import { clearNotices } from '@/lib/notices/notices';
import { lastNotice } from '@/testing/lastNotice';
import { cellIn, cellOf, nameOf, renderBudget, smallBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  clearNotices();
});

async function show(state = smallBudget()) {
  const page = await renderBudget(state);
  stops.push(page.finish, startKeys());
  return page;
}

/** The browser's event after Ctrl+V; it goes to where text would be selected. */
function paste(text: string): void {
  const data = { clipboardData: { getData: () => text } };
  act(() => void fireEvent(document.body, createEvent.paste(document.body, data)));
}

const setAmounts = 'budget/set-amounts';

it('a column of amounts is pasted downwards as one named step', async () => {
  const page = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  paste('1.50\n20\n30\n');
  await waitFor(() => cellIn('Bills', 'Budgeted November 2026 30.00'));
  cellIn('Food', 'Budgeted November 2026 1.50');
  cellIn('General', 'Budgeted November 2026 20.00');
  expect(page.named(setAmounts)).toHaveLength(1);
  expect(page.named(setAmounts)[0]?.step).toEqual({ key: 'budgetedSome', params: { count: 3 } });
  await waitFor(() => expect(lastNotice()).toBe('Budgeted 3 amounts'));
});

it('a text that cannot be read changes nothing and says which line', async () => {
  const page = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  paste('1\n2\nabc');
  await waitFor(() => expect(lastNotice()).toBe("Can't read “abc” in line 3. Nothing was pasted."));
  expect(page.named(setAmounts)).toHaveLength(0);
  cellOf('Budgeted November 2026 400.00');
});

it('one amount is pasted as if it were typed, and only into what can be typed in', async () => {
  const page = await show();
  cellIn('Food', 'Spent November').focus();
  paste('9');
  cellOf('Budgeted November 2026 400.00').focus();
  paste('75');
  await waitFor(() => cellIn('Food', 'Budgeted November 2026 75.00'));
  expect(page.named('budget/budget-amount')).toHaveLength(1);
  expect(page.named(setAmounts)).toHaveLength(0);
});

it('an amount is copied as it is typed', async () => {
  const { user } = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(() => expect(lastNotice()).toBe('400.00 is on the clipboard'));
  expect(await navigator.clipboard.readText()).toBe('400.00');
});

it('an amount fills the months to its right in one step', async () => {
  const page = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  await page.user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  await waitFor(() => cellIn('Food', 'Budgeted December 2026 400.00'));
  const amounts = [{ month: '2026-12', category: 'food', amount: 40_000 }];
  expect(page.named(setAmounts).map(({ args }) => args)).toEqual([{ amounts }]);
  await waitFor(() =>
    expect(lastNotice()).toBe('Copied the budget of Food in November 2026 to the next month'),
  );
  cellIn('Food', 'Budgeted December 2026 400.00').focus();
  await page.user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  expect(lastNotice()).toBe('This is the last month shown');
  expect(page.named(setAmounts)).toHaveLength(1);
});

it('a category is found by its name, and its closed group opens', async () => {
  const page = await show();
  await page.user.click(screen.getByLabelText('Collapse Savings'));
  await waitFor(() => expect(screen.queryByText('House')).toBeNull());
  await page.user.keyboard('/');
  const field = await screen.findByRole('combobox', { name: 'Category' });
  await page.user.type(field, 'hou');
  await page.user.keyboard('{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(cellIn('House', 'Budgeted November 2026 100.00')),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaving the search with the pointer goes nowhere', async () => {
  const page = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  await page.user.keyboard('/');
  await page.user.type(await screen.findByRole('combobox', { name: 'Category' }), 'hou');
  await page.user.click(screen.getByLabelText('Close'));
  await waitFor(() => expect(document.activeElement).toBe(cellOf('Budgeted November 2026 400.00')));
});

it('a group has a button for one more category, which is always there while it is empty', async () => {
  const state = smallBudget();
  for (const group of state.groups) if (group.id === 'g-savings') group.categories = [];
  const { user } = await show(state);
  const button = (group: string) => screen.getByLabelText(`Add category to ${group}`);
  expect(button('Savings').dataset.always).toBe('true');
  expect(button('Usual Expenses').dataset.always).toBeUndefined();
  expect(nameOf('Food').querySelector('[data-action=add-category]')).toBeNull();
  await user.click(button('Savings'));
  await user.type(await screen.findByLabelText('New category name'), 'Boat{Enter}');
  await waitFor(() => nameOf('Boat'));
});
