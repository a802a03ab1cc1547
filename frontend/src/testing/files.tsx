/** Setup for tests of the manager's screens. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ModalStack } from '@/components/ModalStack';
import { useOpenFile } from '@/lib/files/openFile';
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

/** Draws a screen of the manager with the stack of dialogs; returns its user. */
export function drawFiles(screen?: ReactNode) {
  render(
    <QueryClientProvider client={lists}>
      <MemoryRouter>
        {screen}
        <ModalStack />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
