/** Setup for tests of the manager's screens. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { useOpenFile } from '@/lib/files/openFile';
import { startKeys } from '@/lib/keys/keys';
import { lists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { FakeBackend } from './fakeBackend';

/** No budget is open; the backend opens any budget, under this name. */
export function backendOfFiles(budgetName: string): FakeBackend {
  lists.clear();
  closeAllModals();
  useOpenFile.setState({ stage: 'closed', id: null, loadingText: null });
  return new FakeBackend()
    .on('load-budget', ({ id }) => ({ id, revision: 1, session: 'tab-1' }))
    .on('load-prefs', () => ({ id: 'home', budgetName }))
    .on('load-global-prefs', () => ({}))
    .install();
}

/** Draws a screen of the manager with its keys and the stack of dialogs; returns its user. */
export function drawFiles(content?: ReactNode) {
  onTestFinished(startKeys());
  render(
    <QueryClientProvider client={lists}>
      <MemoryRouter>
        {content}
        <ModalStack />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** The row of a budget in the list; its name is followed by its state. */
export const fileRow = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
