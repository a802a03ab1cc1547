import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setCells } from '@/lib/sheet/sheet';
import { renderBudget, smallBudget } from '../testing/renderBudget';

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

it('says it shortly where the titlebar is narrow, and whole in its hint', async () => {
  const state = smallBudget();
  state.budgeted['2026-11 bills'] = 300000;
  const narrow = (query: string) =>
    ({
      matches: query === '(max-width: 1599px)' || query.startsWith('(min-width'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  vi.spyOn(window, 'matchMedia').mockImplementation(narrow);
  page = await renderBudget(state);
  act(() => setCells([['__global!uncategorized-amount', 4]], false));
  const pill = await screen.findByRole('button', { name: '1 overspent' });
  expect(pill.title).toBe('November 2026: General is overspent by 61.26');
  const link = screen.getByRole('link', { name: '4 uncategorized' });
  expect(link.title).toBe('4 uncategorized transactions');
  vi.restoreAllMocks();
});

it('offers to cover what is overspent, but not hidden envelopes', async () => {
  page = await renderBudget();
  await screen.findByRole('button', { name: 'Cover all overspending' });
  await page.changeElsewhere(({ groups }) => {
    const general = groups
      .flatMap(({ categories }) => categories)
      .find(({ id }) => id === 'general');
    if (general) general.hidden = true;
  });
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Cover all overspending' })).toBeNull(),
  );
  screen.getByRole('button', { name: /General is overspent/ });
});

it('tells no overspending where a budget tracks', async () => {
  page = await renderBudget({ ...smallBudget(), type: 'report' });
  await screen.findByLabelText('Balance November 2026 -61.26');
  expect(screen.queryByRole('button', { name: /overspent/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cover all overspending' })).toBeNull();
});

it('leads to each overspent balance in turn', async () => {
  const state = smallBudget();
  state.budgeted['2026-11 bills'] = 300000;
  page = await renderBudget(state);
  const pill = await screen.findByRole('button', { name: /General is overspent by 61\.26/ });
  await page.user.click(pill);
  const balance = await screen.findByLabelText('Balance November 2026 -61.26, overspent');
  await waitFor(() => expect(document.activeElement).toBe(balance));
});
