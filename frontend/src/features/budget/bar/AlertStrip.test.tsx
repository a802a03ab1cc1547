import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setCells } from '@/lib/sheet/sheet';
import { renderBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => page.finish());

it('leads to the transactions without a category, with a way back', async () => {
  page = await renderBudget();
  act(() => setCells([['__global!uncategorized-amount', 4]], false));
  await page.user.click(await screen.findByRole('link', { name: '4 uncategorized transactions' }));
  expect(screen.getByTestId('place').textContent).toBe(
    JSON.stringify({ pathname: '/accounts/uncategorized', state: { goBack: true } }),
  );
});
