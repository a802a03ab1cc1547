import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderBudget } from '../testing/renderBudget';

// Whole screens are rendered; a busy machine needs its time.
vi.setConfig({ testTimeout: 20_000 });

let page: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => page.finish());

const dialog = () => screen.findByRole('dialog');
const part = async (name: RegExp) => within(await dialog()).findByRole('button', { name });

async function explainBalance() {
  page = await renderBudget();
  const button = screen.getByLabelText(/^Balance November 2026 87\.14/);
  button.focus();
  await page.user.keyboard('?');
  return button;
}

it('shows what a number is made of, as it changes', async () => {
  await explainBalance();
  expect((await dialog()).textContent).toContain('Food: Balance in November 2026');
  await part(/^Budgeted400\.00/);
  await page.changeElsewhere((state) => {
    state.budgeted['2026-11 food'] = 50000;
  });
  await part(/^Budgeted500\.00/);
  expect((await dialog()).textContent).toContain('187.14');
});

it('says what was done last, and what that changed', async () => {
  page = await renderBudget();
  await page.user.click(screen.getByLabelText('Budgeted November 2026 400.00'));
  await page.user.keyboard('450{Enter}');
  const button = await screen.findByLabelText(/^Balance November 2026 137\.14/);
  button.focus();
  await page.user.keyboard('?');
  const changes = await within(await dialog()).findByRole('region', { name: 'Last changes' });
  expect(changes.textContent).toContain('Budgeted 450.00 to Food in November 2026');
  expect(changes.textContent).toContain('+50.00');
});

it('leads on to the transactions, and back', async () => {
  await explainBalance();
  await page.user.click(await part(/^Spent-312\.86/));
  await waitFor(async () => expect((await dialog()).textContent).toContain('Food: Spent'));
  await page.user.click(await part(/^Back to Food: Balance/));
  await page.user.click(await part(/^Spent-312\.86/));
  await page.user.click(await part(/^Show the transactions/));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const place = JSON.parse(screen.getByTestId('place').textContent ?? '');
  expect(place).toMatchObject({
    pathname: '/accounts',
    state: { category: 'food', month: '2026-11', goBack: true },
  });
});

it('gives the focus back to the number', async () => {
  const button = await explainBalance();
  await dialog();
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});
