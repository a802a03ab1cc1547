import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { loadPrefs } from '@/lib/prefs/prefs';
import { FakeBackend } from '@/testing/fakeBackend';
import { BudgetMenu } from './BudgetMenu';

let backend: FakeBackend;

beforeEach(async () => {
  backend = new FakeBackend()
    .on('load-prefs', () => ({ id: 'home', budgetName: 'Household' }))
    .on('save-prefs', () => null)
    .install();
  await loadPrefs();
});

async function openRename() {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <BudgetMenu />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Household' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename Budget' }));
  const field = await screen.findByRole('textbox', { name: 'Budget name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return user;
}

test('a name taken by Enter gives the keyboard back to the menu button at once', async () => {
  const user = await openRename();
  await user.keyboard('Home{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Home' }));
});

test('a press elsewhere takes the name and keeps the keyboard', async () => {
  const user = await openRename();
  await user.keyboard('Home');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(backend.named('save-prefs')[0]?.args).toEqual({ budgetName: 'Home' });
  await screen.findByRole('button', { name: 'Home' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});
