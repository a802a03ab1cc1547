import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nameOf, renderBudget, smallBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
beforeEach(() => {
  const phone = (query: string) =>
    ({
      matches: query.includes('max-width'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockImplementation(phone);
});
afterEach(() => {
  page.finish();
  vi.restoreAllMocks();
});

it('the sheet of a row says what each action does to the balance of the month', async () => {
  const state = smallBudget();
  state.carryover['2026-11 food'] = true;
  page = await renderBudget(state);
  act(() => nameOf('Food').click());
  const sheet = await screen.findByRole('dialog', { name: 'Food' });
  expect(sheet.textContent).toContain("Take it from next month's money");
  expect(sheet.textContent).not.toContain('Carry negative balance');
});

it('the balance of an empty envelope opens its sheet, not a form that moves nothing', async () => {
  page = await renderBudget();
  const balance = (row: string) =>
    nameOf(row).closest('[role=row]')?.querySelector<HTMLElement>('[data-col^=balance] button');
  expect(balance('Food')?.dataset.action).toBe('transfer');
  expect(balance('Bills')?.dataset.action).toBe('row-menu');
  act(() => balance('Bills')?.click());
  const sheet = await screen.findByRole('dialog', { name: 'Bills' });
  expect(sheet.textContent).toContain('Copy');
});
