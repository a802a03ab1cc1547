/** Renders the budget screen on a budget held in memory, for the tests of the screen. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import { forgetPlaces } from '@/components/grid/gridPlaces';
import { ModalStack } from '@/components/ModalStack';
import { titlebarPlace } from '@/components/TitlebarSlot';
import type { Cell } from '@/generated/contract';
import { send, setConnection } from '@/lib/connection/backend';
import { Connection } from '@/lib/connection/connection';
import { lists, startLists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { loadGlobalPrefs, loadPrefs, startPrefs } from '@/lib/prefs/prefs';
import { cells, startSheet } from '@/lib/sheet/sheet';
import BudgetPage from '../BudgetPage';
import { useBudgetView } from '../view';
import { FakeBudget } from './fakeBudget';
import type { BudgetState } from './fakeCells';
import { fakeSocket } from './fakeSocket';
import { TREE } from './tree';

/** Two months fit into this width. */
const GRID_WIDTH_PX = 1000;

export function smallBudget(): BudgetState {
  return {
    type: 'rollover',
    months: ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02'],
    groups: structuredClone(TREE),
    budgeted: { '2026-11 food': 40000, '2026-11 hobby': 1000, '2026-11 house': 10000 },
    spent: { '2026-11 food': -31286, '2026-11 general': -6126, '2026-11 salary': 250000 },
    carryover: {},
    buffered: {},
    notes: { food: 'Market on Saturdays' },
  };
}

/** Where the router is, for tests of what leads away. */
function Place() {
  const { pathname, state } = useLocation();
  return <output data-testid="place">{JSON.stringify({ pathname, state })}</output>;
}

export async function renderBudget(state: BudgetState = smallBudget(), given: unknown = null) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(GRID_WIDTH_PX);
  lists.clear();
  cells.clear();
  closeAllModals();
  forgetPlaces();
  useBudgetView.setState({ budgetId: '', start: null, showHidden: false, showSpent: false });
  const budget = new FakeBudget(state);
  const socket = fakeSocket(budget);
  const connection = new Connection(() => socket);
  setConnection(connection);
  connection.start();
  const stops = [startSheet(), startLists(), startPrefs()];
  await send('load-budget', { id: 'fake' });
  await Promise.all([loadPrefs(), loadGlobalPrefs()]);
  const user = userEvent.setup();
  const page = render(
    <MemoryRouter initialEntries={[{ pathname: '/budget', state: given }]}>
      <header ref={titlebarPlace} />
      <BudgetPage />
      <Place />
      <ModalStack />
    </MemoryRouter>,
  );
  await screen.findByLabelText('Budgeted November 2026 400.00');
  await waitFor(() => expect(document.querySelector('[class*=skeleton]')).toBeNull());
  return {
    budget,
    user,
    /** Values pushed by the backend, without anything else. */
    push: (changed: Cell[]) =>
      act(async () => {
        const data = { revision: 99, origin: 'other-tab', cells: changed };
        socket.onmessage?.({ data: JSON.stringify({ event: 'cells-changed', data }) });
      }),
    /** Any event pushed by the backend. */
    event: (event: string, data: unknown) =>
      act(async () => socket.onmessage?.({ data: JSON.stringify({ event, data }) })),
    /** A change made in another tab. */
    changeElsewhere: (change: (state: BudgetState) => void) =>
      act(async () => {
        budget.changeElsewhere(change, (event, data) =>
          socket.onmessage?.({ data: JSON.stringify({ event, data }) }),
        );
      }),
    /** The calls of one name with what they were given. */
    named: (name: string) => budget.calls.filter((call) => call.name === name),
    finish: () => {
      page.unmount();
      for (const stop of stops) stop();
      connection.stop();
    },
  };
}

/** A cell by its whole name. Names are searched for as labels: roles are slow in large trees. */
export function cellOf(name: string): HTMLElement {
  return screen.getByLabelText(name, { selector: '[role=gridcell]' });
}

export function nameOf(name: string): HTMLElement {
  return screen.getByLabelText(new RegExp(`^${name}(,|$)`), { selector: '[role=rowheader]' });
}

/** The cell of a row whose name starts with the given words. */
export function cellIn(row: string, start: string): HTMLElement {
  const cells = nameOf(row).closest('[role=row]')?.querySelectorAll('[role=gridcell]') ?? [];
  const found = [...cells].find((cell) => cell.getAttribute('aria-label')?.startsWith(start));
  if (!(found instanceof HTMLElement)) throw new Error(`${row} has no cell ${start}`);
  return found;
}
