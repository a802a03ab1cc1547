import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { ModalStack } from '@/components/ModalStack';
import type { Account } from '@/generated/contract';
import { lists, startLists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { cells, startSheet } from '@/lib/sheet/sheet';
import { FakeBackend } from './fakeBackend';

export const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  name: id,
  type: null,
  offbudget: false,
  closed: false,
  sort_order: 0,
  ...more,
});

/** A backend with these accounts; each holds 120.00. */
export function backendWith(accounts: Account[]): FakeBackend {
  lists.clear();
  cells.clear();
  closeAllModals();
  clearNotices();
  const backend = new FakeBackend()
    .on('accounts-get', () => accounts)
    .on('notes-get', () => ({}))
    .on('getCell', ({ name }) => ({ name, value: 12_000 }))
    .install();
  startSheet();
  startLists();
  return backend;
}

/** Draws something within a router and the stack of dialogs. */
export function show(children: ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: children }]);
  const page = (
    <QueryClientProvider client={lists}>
      <RouterProvider router={router} />
      <ModalStack />
    </QueryClientProvider>
  );
  render(page);
  return { user: userEvent.setup(), router };
}
