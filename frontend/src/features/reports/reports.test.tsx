import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AskedCard, CashFlow, Figures, NetWorth, Transaction } from '@/generated/contract';
import { addMonths, monthRange, monthsBetween } from '@/lib/format/dates';
import { lists, startLists } from '@/lib/lists/lists';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { CashFlowPage } from './CashFlowPage';
import { NetWorthPage } from './NetWorthPage';

let backend: FakeBackend;
let asked: AskedCard[];
/** What net worth begins with, in the fake. */
let worth: number;

beforeEach(async () => {
  lists.clear();
  localStorage.clear();
  asked = [];
  worth = 100_000;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  backend = new FakeBackend()
    .on('get-earliest-transaction', () => ({ date: '2026-03-05' }) as Transaction)
    .on('get-latest-transaction', () => ({ date: '2026-11-19' }) as Transaction)
    .on('report/figures', ({ reports }) => {
      asked.push(...reports);
      const cards = reports.map((card) => ({ figures: figuresOf(card), namesMissing: false }));
      return { revision: 1, cards };
    })
    .install();
  await settle();
});

interface Frame {
  timeFrame: { start: string; end: string };
}

function figuresOf({ type, meta, view }: AskedCard): Figures {
  const { start, end } = (meta as unknown as Frame).timeFrame;
  const months = monthRange(start, monthsBetween(start, end) + 1);
  return type === 'net-worth-card' ? netWorth(months) : cashFlow(months, view !== 'Daily');
}

function netWorth(months: string[]): NetWorth {
  const points = months.map((key, at) => {
    const assets = worth + at * 10_000;
    const end = `${key}-28`;
    return { key, end, assets, debt: 500, netWorth: assets - 500, change: 10_000, balances: {} };
  });
  const last = points.at(-1)?.netWorth ?? 0;
  return {
    start: `${months[0]}-01`,
    end: `${months.at(-1)}-30`,
    interval: 'Monthly',
    before: 0,
    points,
    accounts: [],
    netWorth: last,
    totalChange: last,
    firstPointChange: 0,
    lowest: 0,
    highest: last,
    isFiltered: false,
    hasRows: true,
  };
}

function cashFlow(months: string[], monthly: boolean): CashFlow {
  const zero = { transfersIn: 0, transfersOut: 0, ownTransfers: 0 };
  const points = months.map((month, at) => ({
    ...zero,
    key: monthly ? month : `${month}-05`,
    income: 2_000,
    expenses: -500,
    transfers: -100,
    balance: 1_400 * (at + 1),
  }));
  const count = points.length;
  return {
    ...zero,
    start: `${months[0]}-01`,
    end: `${months.at(-1)}-30`,
    monthly,
    startingBalance: 0,
    points,
    totalIncome: 2_000 * count,
    totalExpenses: -500 * count,
    totalTransfers: -100 * count,
    balance: 1_400 * count,
    change: 1_400 * count,
    firstPointChange: 0,
    card: { start: '', end: '', income: 0, expense: 0, change: 0 },
  };
}

function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}

function show(Page: ComponentType, address = '/reports/here') {
  render(
    <QueryClientProvider client={lists}>
      <MemoryRouter initialEntries={[address]}>
        <Page />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const place = () => screen.getByTestId('place').textContent ?? '';
const shownRange = () => {
  const last = asked.at(-1)?.meta as unknown as Frame | undefined;
  return last && `${last.timeFrame.start} ${last.timeFrame.end}`;
};
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
const fact = async (name: string) => {
  const term = (await screen.findAllByRole('term')).find((each) => each.textContent === name);
  return term?.nextElementSibling?.textContent;
};

test('net worth opens with six months, its totals and what changed', async () => {
  show(NetWorthPage);
  expect(await fact('Net worth')).toBe('1,495.00');
  expect(screen.getByText('up 1,495.00 since the end of May 2026')).toBeTruthy();
  expect(await fact('Debts')).toBe('5.00');
  expect(shownRange()).toBe('2026-06 2026-11');
  expect(asked[0]?.meta?.timeFrame).toEqual({ start: '2026-06', end: '2026-11', mode: 'static' });
  expect(pressed()).toEqual(['6 months']);
});

test('the range is in the address, by one press or by months', async () => {
  const user = userEvent.setup();
  show(NetWorthPage);
  await user.click(await screen.findByRole('button', { name: '3 months' }));
  expect(place()).toBe('/reports/here?from=2026-09&to=2026-11');
  await waitFor(() => expect(shownRange()).toBe('2026-09 2026-11'));
  expect(pressed()).toEqual(['3 months']);
  await user.click(screen.getByRole('button', { name: /End month/ }));
  await user.click(await screen.findByRole('option', { name: 'June 2026' }));
  expect(place()).toBe('/reports/here?from=2025-12&to=2026-06');
  await waitFor(() => expect(shownRange()).toBe('2025-12 2026-06'));
});

test('a range beyond what there is is cut, and months before the first transaction are left out', async () => {
  show(NetWorthPage, '/reports/here?from=2019-01&to=2031-01');
  expect(await screen.findByText(/^up .* since the end of February 2026$/)).toBeTruthy();
  expect(shownRange()).toBe('2025-11 2026-11');
  const chart = screen.getByRole('img', {
    name: /^Net worth rose from .* at the end of February 2026 to/,
  });
  expect(chart).toBeTruthy();
});

test('an edit elsewhere changes the figure', async () => {
  const stop = startLists();
  show(NetWorthPage);
  expect(await fact('Net worth')).toBe('1,495.00');
  worth += 7;
  await act(async () => {
    backend.push('sync-event', {
      revision: 2,
      origin: 'other-tab',
      tables: ['transactions'],
    } as never);
    await settle();
  });
  await waitFor(async () => expect(await fact('Net worth')).toBe('1,495.07'));
  stop();
});

test('without transactions the report says so', async () => {
  backend.on('report/figures', () => ({
    revision: 1,
    cards: [{ figures: { ...netWorth(['2026-11']), hasRows: false }, namesMissing: false }],
  }));
  show(NetWorthPage);
  expect(await screen.findByText('No transactions in this range')).toBeTruthy();
  expect(screen.queryByRole('figure')).toBeNull();
});

test('figures that fail say why, and can be asked for again', async () => {
  backend.on('report/figures', () => ({
    revision: 1,
    cards: [{ error: { code: 'busy', message: 'busy' } }],
  }));
  show(CashFlowPage);
  const alert = await screen.findByRole('alert');
  backend.on('report/figures', ({ reports }) => ({
    revision: 1,
    cards: reports.map((card) => ({ figures: figuresOf(card), namesMissing: false })),
  }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await fact('Income')).toBe('40.00');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('cash flow has its totals, and days or months as one likes', async () => {
  show(CashFlowPage);
  expect(await fact('Net')).toBe('30.00');
  expect(await fact('Transfers')).toBe('-2.00');
  expect(await fact('Change of balance')).toBe('28.00');
  expect(shownRange()).toBe('2026-10 2026-11');
  expect(asked[0]?.view).toBeUndefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Days' }));
  await waitFor(() => expect(asked.at(-1)?.view).toBe('Daily'));
  expect(await screen.findByText('11/05/2026', { selector: 'p' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '1 year' }));
  await waitFor(() => expect(shownRange()).toBe('2026-03 2026-11'));
  expect(asked.at(-1)?.view).toBeUndefined();
});

test('Enter opens the transactions of a month, of accounts on budget only', async () => {
  show(CashFlowPage);
  const chart = await screen.findByRole('group', { name: 'Cash flow' });
  act(() => chart.focus());
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(decodeURIComponent(place())).toContain('/accounts/all?f=');
  expect(decodeURIComponent(place())).toContain(addMonths('2026-11', -1));
  expect(decodeURIComponent(place())).toContain('onBudget');
});
