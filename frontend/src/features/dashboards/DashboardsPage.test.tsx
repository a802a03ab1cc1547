import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import type {
  AskedCard,
  CardFigures,
  CashFlow,
  Crossover,
  DashboardPage,
  Transaction,
} from '@/generated/contract';
import { useAnnouncement } from '@/lib/announce/announce';
import { CallError } from '@/lib/connection/callError';
import { startKeys } from '@/lib/keys/keys';
import { lists, startLists } from '@/lib/lists/lists';
import { clearNotices } from '@/lib/notices/notices';
import { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import DashboardsPage from './DashboardsPage';
import { card, SUM } from './testing/cards';

vi.setConfig({ testTimeout: 20_000 });

const FLOW = {
  card: { start: '2026-11-01', end: '2026-11-20', income: 10_000, expense: -4_200, change: 5_800 },
} as CashFlow;

let backend: FakeBackend;
let pages: DashboardPage[];
let figures: (asked: AskedCard) => CardFigures;
let stops: (() => void)[] = [];
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  lists.clear();
  clearNotices();
  user = userEvent.setup();
  figures = ({ type }) => ({
    figures: type === 'cash-flow-card' ? FLOW : SUM,
    namesMissing: false,
  });
  pages = [
    {
      id: 'p-1',
      name: 'Main',
      cards: [
        card({ id: 'c-sum', meta: { name: 'Eating out' } }),
        card({ id: 'c-flow', type: 'cash-flow-card', x: 4, width: 6 }),
      ],
    },
  ];
  backend = new FakeBackend()
    .on('dashboards-get', () => pages)
    .on('report/get', () => [])
    .on('report/figures', ({ reports }) => ({ revision: 1, cards: reports.map(figures) }))
    .on('dashboard-update', () => null)
    .on('dashboard-update-widget', () => null)
    .on('dashboard-remove-widget', () => null)
    .install();
  stops = [startLists(), startKeys()];
});
afterEach(() => {
  for (const stop of stops) stop();
});

function Opened() {
  const navigate = useNavigate();
  return (
    <>
      <p>Screen of the card</p>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}

async function show() {
  render(
    <MemoryRouter initialEntries={['/reports']}>
      <Routes>
        <Route path="/reports/:page?" element={<DashboardsPage />} />
        <Route path="/reports/cash-flow/:card" element={<Opened />} />
      </Routes>
      <ModalStack />
    </MemoryRouter>,
  );
  await screen.findByRole('group', { name: 'Cards of Main' });
}

const article = (name: string) => screen.findByRole('article', { name });

test('cards show their figures and their range, all by one call', async () => {
  await show();
  const sum = await article('Eating out');
  await within(sum).findByText('-42.00');
  within(sum).getByText('spent');
  within(sum).getByText('November 2026');
  const flow = await article('Cash Flow');
  within(flow).getByText('+58.00');
  expect(within(flow).getByRole('link', { name: 'Cash Flow' }).getAttribute('href')).toBe(
    '/reports/cash-flow/c-flow',
  );
  expect(backend.named('report/figures')).toHaveLength(1);
});

test('a long title of a card can be read as a whole', async () => {
  await show();
  const link = within(await article('Eating out')).getByRole('link', { name: 'Eating out' });
  expect(link.closest('h2')?.title).toBe('Eating out');
});

test('a press beside the title of a card opens it, a drag does not', async () => {
  await show();
  const range = within(await article('Cash Flow')).getByText('November 2026');
  fireEvent.pointerDown(range, { clientX: 10, clientY: 10, button: 0 });
  fireEvent.click(range, { clientX: 40, clientY: 10 });
  expect(screen.queryByText('Screen of the card')).toBeNull();
  fireEvent.pointerUp(range);
  fireEvent.pointerDown(range, { clientX: 10, clientY: 10, button: 0 });
  fireEvent.click(range, { clientX: 11, clientY: 10 });
  await screen.findByText('Screen of the card');
});

test('Back from the screen of a card comes to the card', async () => {
  await show();
  await user.click(within(await article('Cash Flow')).getByRole('link', { name: 'Cash Flow' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(document.activeElement).toBe(await article('Cash Flow'));
});

test('a formula hides its title and has the color it asks for', async () => {
  pages[0]?.cards.push(card({ id: 'c-f', type: 'formula-card', y: 2, meta: { showTitle: false } }));
  const usual = figures;
  figures = (asked) =>
    asked.type === 'formula-card'
      ? { figures: { result: 12.5, error: null, color: 'red' }, namesMissing: false }
      : usual(asked);
  await show();
  const formula = await article('Formula');
  expect((await within(formula).findByText('12.5')).dataset.tone).toBe('bad');
  expect(within(formula).getByRole('heading').className).toBe('visually-hidden');
});

test('a card says why it shows nothing, and can be removed', async () => {
  pages[0]?.cards.push(
    card({ id: 'c-new', type: 'card-of-tomorrow', y: 2 }),
    card({ id: 'c-gone', type: 'custom-report', y: 4, meta: { id: 'r-1' } }),
  );
  const usual = figures;
  figures = (asked) =>
    asked.type === 'custom-report'
      ? { error: { code: 'report-not-found', message: 'gone' } }
      : { ...usual(asked), namesMissing: asked.type === 'summary-card' };
  await show();
  await screen.findByText(/cannot show a card of type “card-of-tomorrow”/);
  await screen.findByText('This report is gone: it was deleted.');
  within(await article('Eating out')).getByText(
    'A condition of this card names something that was deleted.',
  );
  await user.click(within(await article('Card')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(backend.named('dashboard-remove-widget')).toHaveLength(1));
  expect(backend.named('dashboard-remove-widget')[0]?.args).toEqual({ id: 'c-new' });
  await waitFor(() => expect(lastNotice()).toBe('Removed card Card'));
});

test('a card whose figures could not be had asks for them again', async () => {
  const usual = figures;
  figures = (asked) =>
    asked.type === 'summary-card' ? { error: { code: 'busy', message: 'busy' } } : usual(asked);
  await show();
  const sum = await article('Eating out');
  await within(sum).findByText('Sobre is busy. Try again in a moment.');
  within(await article('Cash Flow')).getByText('+58.00');
  figures = usual;
  await user.click(within(sum).getByRole('button', { name: 'Try again' }));
  await within(sum).findByText('-42.00');
});

test('cards say that their figures were not loaded when the call of the page fails', async () => {
  const usual = figures;
  figures = () => {
    throw new CallError('internal');
  };
  await show();
  const sum = await article('Eating out');
  await within(sum).findByText('Figures not loaded');
  within(await article('Cash Flow')).getByText('Figures not loaded');
  expect(sum.querySelector('[aria-busy]')).toBeNull();
  figures = usual;
  const retry = screen.getAllByRole('button', { name: 'Try again' });
  expect(retry).toHaveLength(1);
  await user.click(retry[0] as HTMLElement);
  await within(sum).findByText('-42.00');
  expect(screen.queryByText('Figures not loaded')).toBeNull();
});

test('a card whose error stays until it is changed does not ask again', async () => {
  const usual = figures;
  const error = { code: 'not-tracking', message: 'no' } as const;
  figures = (asked) => (asked.type === 'summary-card' ? { error } : usual(asked));
  await show();
  const sum = await article('Eating out');
  await within(sum).findByText('This forecast needs a tracking budget.');
  within(sum).getByRole('button', { name: 'Remove' });
  expect(within(sum).queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an empty text offers to be written, and asks before what was typed is lost', async () => {
  pages[0]?.cards.push(card({ id: 'c-text', type: 'markdown-card', y: 2 }));
  await show();
  await user.click(within(await article('Text')).getByRole('button', { name: 'Write its text' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit text' });
  await user.keyboard('Save for a **boat**');
  await user.click(within(dialog).getByRole('radio', { name: 'Center' }));
  await user.keyboard('{Escape}');
  const alert = await screen.findByRole('alertdialog');
  await user.click(within(alert).getByRole('button', { name: 'Cancel' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.named('dashboard-update-widget')).toHaveLength(1));
  expect(backend.named('dashboard-update-widget')[0]?.args).toEqual({
    id: 'c-text',
    meta: { content: 'Save for a **boat**', text_align: 'center' },
  });
});

test('a text is written on at its end, and keeps its other settings', async () => {
  const meta = { content: 'Boat', text_align: 'right' };
  pages[0]?.cards.push(card({ id: 'c-text', type: 'markdown-card', y: 2, meta }));
  await show();
  (await article('Text')).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Edit text' });
  await user.keyboard('s');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.named('dashboard-update-widget')).toHaveLength(1));
  expect(backend.named('dashboard-update-widget')[0]?.args).toEqual({
    id: 'c-text',
    meta: { content: 'Boats' },
  });
});

test('keys move a card, say where it is, and write once they are let go', async () => {
  await show();
  const sum = await article('Eating out');
  within(sum).getByRole('button', { name: 'Actions for Eating out' }).focus();
  const keys = { altKey: true, shiftKey: true };
  fireEvent.keyDown(document.activeElement ?? sum, { key: 'ArrowRight', ...keys });
  expect(useAnnouncement.getState().text).toBe('column 2 of 12, row 1, width 4');
  fireEvent.keyDown(document.activeElement ?? sum, { key: 'ArrowRight', ...keys });
  expect(useAnnouncement.getState().text).toBe('column 3 of 12, row 1, width 4');
  expect(sum.style.gridColumn).toBe('3 / 7');
  expect(backend.named('dashboard-update')).toHaveLength(0);
  fireEvent.keyUp(document.activeElement ?? sum, { key: 'Shift', altKey: true });
  await waitFor(() => expect(backend.named('dashboard-update')).toHaveLength(1));
  expect(backend.named('dashboard-update')[0]?.args).toEqual({
    widgets: [
      { id: 'c-sum', x: 2, y: 0, width: 4, height: 2 },
      { id: 'c-flow', x: 4, y: 2, width: 6, height: 2 },
    ],
  });
  await waitFor(() => expect(lastNotice()).toBe('Moved 1 card'));
});

test('keys resize a card as far as it goes', async () => {
  await show();
  const flow = await article('Cash Flow');
  const keys = { altKey: true, shiftKey: true, ctrlKey: true };
  const press = (key: string) => fireEvent.keyDown(flow, { key, ...keys });
  press('ArrowUp');
  expect(useAnnouncement.getState().text).toBe('That is its smallest size.');
  press('ArrowRight');
  press('ArrowDown');
  expect(useAnnouncement.getState().text).toBe('column 5 of 12, row 1, width 7, height 3');
  fireEvent.keyUp(flow, { key: 'Shift', altKey: true, ctrlKey: true });
  fireEvent.keyUp(flow, { key: 'Control' });
  await waitFor(() => expect(lastNotice()).toBe('Resized 1 card'));
  expect(backend.named('dashboard-update')).toHaveLength(1);
});

test('a move while a resize is being written is a move', async () => {
  const next = backend.hold('dashboard-update');
  await show();
  const flow = await article('Cash Flow');
  fireEvent.keyDown(flow, { key: 'ArrowLeft', altKey: true, shiftKey: true, ctrlKey: true });
  fireEvent.keyUp(flow, { key: 'Shift' });
  fireEvent.keyDown(flow, { key: 'ArrowRight', altKey: true, shiftKey: true });
  fireEvent.keyUp(flow, { key: 'Shift' });
  await next();
  await waitFor(() => expect(lastNotice()).toBe('Resized 1 card'));
  await next();
  await waitFor(() => expect(lastNotice()).toBe('Moved 1 card'));
  expect(backend.named('dashboard-update')).toHaveLength(2);
});

test('an empty page offers to add a card', async () => {
  pages = [{ id: 'p-1', name: 'Main', cards: [] }];
  await show();
  screen.getByRole('heading', { name: 'No cards on this page' });
  expect(screen.getAllByRole('button', { name: 'Add a card' })).toHaveLength(2);
});

const AT = { date: '2026-09-03' } as Transaction;
const ALL_TIME = { start: '2026-09', end: '2026-11', mode: 'full' };

test('a new crossover begins with the first transaction', async () => {
  pages[0]?.cards.splice(0);
  backend
    .on('get-earliest-transaction', () => AT)
    .on('get-latest-transaction', () => AT)
    .on('dashboard-add-widget', () => 'c-new');
  await show();
  const [add] = screen.getAllByRole('button', { name: 'Add a card' });
  if (add) await user.click(add);
  await user.click(await screen.findByRole('menuitem', { name: 'Crossover Point' }));
  await waitFor(() => expect(backend.named('dashboard-add-widget')).toHaveLength(1));
  expect(backend.named('dashboard-add-widget')[0]?.args).toMatchObject({
    meta: { timeFrame: ALL_TIME },
  });
});

test('a crossover without expenses offers to begin with the first transaction', async () => {
  pages[0]?.cards.push(card({ id: 'c-x', type: 'crossover-card', y: 2 }));
  const usual = figures;
  const crossover = {
    months: ['2026-08', '2026-09', '2026-10'],
    savings: [0, 500, 400],
    expenses: [0, 100, 100],
    projectedExpenses: 0,
    targetIncome: 0,
    targetSavings: 0,
    historicalReturn: 0,
    crossover: null,
    years: null,
  } as unknown as Crossover;
  figures = (asked) =>
    asked.type === 'crossover-card' ? { figures: crossover, namesMissing: false } : usual(asked);
  backend.on('get-earliest-transaction', () => AT).on('get-latest-transaction', () => AT);
  await show();
  const start = await screen.findByRole('button', { name: 'Start in September 2026' });
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  await user.click(start);
  await waitFor(() => expect(backend.named('dashboard-update-widget')).toHaveLength(1));
  expect(backend.named('dashboard-update-widget')[0]?.args).toMatchObject({
    id: 'c-x',
    meta: { timeFrame: ALL_TIME },
  });
});

test('the last page cannot be deleted', async () => {
  await show();
  await user.click(screen.getByRole('button', { name: 'Actions for page Main' }));
  const item = await screen.findByRole('menuitem', { name: /Delete page/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  within(item).getByText('A budget keeps one page.');
});
