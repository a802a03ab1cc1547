import { act, screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
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
});
