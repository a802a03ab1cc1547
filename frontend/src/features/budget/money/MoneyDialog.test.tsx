import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cellOf, renderBudget } from '../testing/renderBudget';
import { useBudgetView } from '../view';

vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => page.finish());

it('moves out of a hidden category too, while it is shown', async () => {
  page = await renderBudget();
  act(() => useBudgetView.setState({ showHidden: true }));
  act(() => cellOf('Budgeted November 2026 10.00').focus());
  await page.user.keyboard('m');
  await screen.findByRole('heading', { name: 'Move from Hobby' });
  await page.user.click(screen.getByRole('combobox', { name: 'To' }));
  await page.user.click(await screen.findByRole('option', { name: /^Car/ }));
  await page.user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(page.named('budget/transfer-category')).toHaveLength(1));
  expect(page.named('budget/transfer-category')[0]?.args).toMatchObject({ from: 'hobby' });
});
