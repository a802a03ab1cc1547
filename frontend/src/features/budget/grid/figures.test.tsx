import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cellIn, nameOf, renderBudget, smallBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let finish = () => {};
afterEach(() => finish());

async function show(state = smallBudget()) {
  const page = await renderBudget(state);
  finish = page.finish;
  return page;
}

const barOf = (category: string) =>
  nameOf(category).querySelector('[role=img]')?.getAttribute('aria-label') ?? null;

it('the share that is spent stands under the name, which stays the name of the row', async () => {
  await show();
  expect(barOf('Food')).toBe('78% spent');
  expect(barOf('General')).toBe('overspent');
  expect(barOf('Bills')).toBeNull();
  expect(barOf('Salary')).toBeNull();
  expect(nameOf('General').getAttribute('aria-label')).toBe('General');
});

it('the bar follows the month that is shown first', async () => {
  const state = smallBudget();
  state.spent['2026-12 food'] = -1000;
  const { user } = await show(state);
  await user.click(screen.getByLabelText('December 2026', { selector: 'button' }));
  await waitFor(() => cellIn('Food', 'Budgeted January 2027'));
  expect(barOf('Food')).toBe('11% spent');
});

it('nothing in a month to come is a dash; its name has the amount', async () => {
  await show();
  const later = cellIn('Bills', 'Budgeted December');
  expect(later.textContent).toBe('–');
  expect(later.getAttribute('aria-label')).toBe('Budgeted December 2026 0.00');
  expect(cellIn('Bills', 'Budgeted November').textContent).toBe('0.00');
  const balance = nameOf('Bills').parentElement?.querySelector('[data-col="balance|2026-12"]');
  expect(balance?.textContent).toBe('–');
  expect(within(balance as HTMLElement).getByLabelText('Balance December 2026 0.00')).toBeTruthy();
});

const totalOf = (name: string) => screen.getByLabelText(name, { selector: 'button' });

it('the totals of a month stand below the rows, and what is budgeted is positive', async () => {
  const page = await show();
  const row = screen.getByRole('rowheader', { name: 'Total' }).closest('[role=row]');
  const rows = screen.getByRole('treegrid').getAttribute('aria-rowcount');
  expect(row?.getAttribute('aria-rowindex')).toBe(rows);
  totalOf('Total budgeted November 2026 510.00');
  totalOf('Total spent November 2026 -374.12');
  totalOf('Total balance November 2026 135.88');
  await page.changeElsewhere((state) => {
    state.budgeted['2026-11 bills'] = 1000;
  });
  totalOf('Total budgeted November 2026 520.00');
});

it('a tracking budget has the same totals', async () => {
  await show({ ...smallBudget(), type: 'report' });
  totalOf('Total budgeted November 2026 510.00');
  totalOf('Total spent November 2026 -374.12');
});

it('arrow down from the last row leads to the totals, which explain themselves', async () => {
  const { user } = await show();
  await user.click(cellIn('Salary', 'Received November'));
  await user.keyboard('{Control>}{End}{/Control}{Home}{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(totalOf('Total spent November 2026 -374.12'));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Home}');
  expect(document.activeElement).toBe(totalOf('Total budgeted November 2026 510.00'));
  await user.keyboard('5{ArrowUp}');
  expect(document.activeElement?.closest('[data-row-id]')).not.toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.keyboard('{ArrowDown}?');
  await screen.findByRole('dialog');
});
