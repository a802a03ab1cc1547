import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StepPlace } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { allShortcuts } from '@/lib/keys/keys';
import { cellIn, cellOf, nameOf, renderBudget, smallBudget } from './testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => page.finish());

const undone = (place: StepPlace) => ({
  kind: 'undo',
  origin: 'this-tab',
  tables: ['zero_budgets', 'categories'],
  label: null,
  undoTag: null,
  messages: [],
  place,
});
const amountOf = (category: string, month: string) =>
  undone({ type: 'budget', category, month, measure: 'budgeted' });
const food = undone({ type: 'item', id: 'food' });

it('an undo of this tab goes to the amount it changed', async () => {
  page = await renderBudget();
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  await page.event('undo-event', amountOf('general', '2026-12'));
  await waitFor(() =>
    expect(document.activeElement).toBe(cellIn('General', 'Budgeted December 2026')),
  );
});

it('an undo of a month out of view brings the month', async () => {
  page = await renderBudget();
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  await page.event('undo-event', amountOf('food', '2027-01'));
  await waitFor(() => expect(document.activeElement).toBe(cellIn('Food', 'Budgeted January 2027')));
});

it('an undo opens the collapsed group it happened in', async () => {
  page = await renderBudget();
  act(() => nameOf('Food').focus());
  await page.user.keyboard('{ArrowUp}{ArrowLeft}');
  await waitFor(() => expect(screen.queryByLabelText('Food')).toBeNull());
  await page.event('undo-event', food);
  await waitFor(() => expect(document.activeElement).toBe(nameOf('Food')));
});

it('an undone move goes to where the row is now, not where it was', async () => {
  page = await renderBudget();
  act(() => nameOf('Food').focus());
  await page.user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await waitFor(() => expect(page.named('category-move')).toHaveLength(1));
  act(() => cellOf('Budgeted November 2026 400.00').focus());
  await act(async () => void (await send('undo', {})));
  await page.event('undo-event', food);
  await waitFor(() => expect(document.activeElement).toBe(nameOf('Food')));
  expect(nameOf('Food').closest('[role=row]')?.getAttribute('aria-posinset')).toBe('1');
});

it('an undo of another tab, or while something is typed, leaves the keyboard alone', async () => {
  page = await renderBudget();
  const foodCell = cellOf('Budgeted November 2026 400.00');
  act(() => foodCell.focus());
  await page.event('undo-event', { ...amountOf('general', '2026-12'), origin: 'other-tab' });
  expect(document.activeElement).toBe(foodCell);
  await page.user.keyboard('{Enter}5');
  await page.event('undo-event', amountOf('general', '2026-12'));
  expect(document.activeElement).toHaveProperty('value', '5');
});

it('a budget without envelopes says so and begins with a group', async () => {
  const state = smallBudget();
  page = await renderBudget(state);
  expect(screen.queryByText('No categories yet')).toBeNull();
  await page.changeElsewhere((changed) => {
    changed.groups = changed.groups.filter((group) => group.is_income);
  });
  const words = await screen.findByText('No categories yet');
  const place = within(words.parentElement as HTMLElement);
  await page.user.click(place.getByRole('button', { name: 'Add group' }));
  await screen.findByRole('textbox', { name: 'New group name' });
});

it('an amount too long for its cell is whole in its tooltip', async () => {
  page = await renderBudget();
  await page.push([['budget202611!budget-food', 123_456_789_012_345]]);
  const cell = await screen.findByLabelText('Budgeted November 2026 1,234,567,890,123.45');
  expect(cell.querySelector('[title="1,234,567,890,123.45"]')).not.toBeNull();
});

it('the help knows the keys of the grid while it is shown', async () => {
  page = await renderBudget();
  const keys = allShortcuts().filter(({ scope }) => scope === 'grid');
  expect(keys.flatMap((shortcut) => shortcut.keys)).toEqual(
    expect.arrayContaining(['F2', 'Delete', 'Shift+F10', 'Alt+Shift+ArrowUp', 'Mod+ArrowUp']),
  );
});
