import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => page.finish());

it('offers what fits the amounts of now, not those of the last drawing', async () => {
  page = await renderBudget();
  const open = () => page.user.click(screen.getByRole('button', { name: 'November 2026 actions' }));
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Reset hold' })).toBeNull();
  await page.user.keyboard('{Escape}');
  await page.changeElsewhere((state) => {
    state.buffered['2026-11'] = 5000;
  });
  await open();
  await screen.findByRole('menuitem', { name: 'Reset hold' });
});
