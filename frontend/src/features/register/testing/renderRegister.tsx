/** Renders the register on transactions held in memory, for the tests of the screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { vi } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { RECENT_ROWS } from '@/domain/transactions/api';
import type { NewPayee } from '@/domain/transactions/newPayees';
import type { Batch } from '@/domain/transactions/splits';
import type { Entry, Transaction } from '@/domain/transactions/transaction';
import TransactionPage from '@/features/transaction-form/TransactionPage';
import type { Account, CategoryGroup, QueryRows, SyncEvent } from '@/generated/contract';
import { useOpenFile } from '@/lib/files/openFile';
import { stepText } from '@/lib/history/steps';
import { startKeys } from '@/lib/keys/keys';
import { takeTypedOnLeaving } from '@/lib/keys/leaveField';
import { lists, startLists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { clearPrefs, savePrefs } from '@/lib/prefs/prefs';
import { cells, startSheet } from '@/lib/sheet/sheet';
import { FakeBackend } from '@/testing/fakeBackend';
import RegisterPage from '../RegisterPage';
import { FakeLedger } from './fakeLedger';

export const ACCOUNTS = [
  account('bank', 'Bank'),
  account('cash', 'Cash'),
  account('broker', 'Broker', true),
];
const GROUPS: CategoryGroup[] = [
  {
    id: 'usual',
    name: 'Usual',
    is_income: false,
    hidden: false,
    sort_order: 1,
    categories: ['Food', 'Rent', 'Clothing'].map((name, at) => ({
      id: name.toLowerCase(),
      name,
      cat_group: 'usual',
      is_income: false,
      hidden: false,
      sort_order: at,
    })),
  },
];
const PAYEES = [
  { id: 'bakery', name: 'Bakery', transfer_acct: null },
  { id: 'grocer', name: 'Grocer', transfer_acct: null },
  { id: 'to-bank', name: 'Bank', transfer_acct: 'bank' },
  { id: 'to-cash', name: 'Cash', transfer_acct: 'cash' },
];

function account(id: string, name: string, offbudget = false): Account {
  return { id, name, type: null, offbudget, closed: false, sort_order: 1 };
}

/** The arguments of a write. */
type Written = Batch & { newPayees?: NewPayee[] };

interface Query {
  table: string;
  limit?: number;
  offset?: number;
  calculation?: boolean;
  selectExpressions?: unknown[];
  filterExpressions: Record<string, unknown>[];
}

/** Wide enough for every column. */
const WIDTH_PX = 1300;

/** Makes the window that of a phone. */
function narrowWindow(): void {
  const usual = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...usual(query),
    matches: query === '(max-width: 767px)',
  }));
}

interface Navigator {
  go: NavigateFunction;
}

function Address({ address }: { address: Navigator }) {
  address.go = useNavigate();
  return null;
}

export async function renderRegister(
  entries: Entry[],
  path = '/accounts/bank',
  { isPhone = false } = {},
) {
  if (isPhone) narrowWindow();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH_PX);
  lists.clear();
  cells.clear();
  closeAllModals();
  clearNotices();
  clearPrefs();
  useOpenFile.setState({ id: crypto.randomUUID() });
  const ledger = new FakeLedger(entries);
  const payees = [...PAYEES];
  const backend = new FakeBackend();
  const written = (rows: Record<string, string[]>, origin: string | null, isTold = false) =>
    backend.push('sync-event', {
      type: 'applied',
      tables: Object.keys(rows),
      rows,
      ...(isTold ? { transactions: ledger.holding(rows.transactions ?? []).map(asAnswered) } : {}),
      revision: 1,
      origin,
    } satisfies SyncEvent);
  backend
    .on('accounts-get', () => ACCOUNTS)
    .on('get-categories', () => ({ grouped: GROUPS, list: [] }))
    .on('payees-get', () => structuredClone(payees) as never)
    .on('notes-get', () => ({}))
    .on('schedules-get', () => [])
    .on('schedule/get-previews', () => [])
    .on('schedule/get-lowest-balances', () => [])
    .on('rules-run', ({ transaction }) => transaction as never)
    .on('load-prefs', () => ({}))
    .on('save-prefs', () => null)
    .on('getCell', ({ name }) => ({ name, value: 0 }))
    .on('query', async (args) => ({
      data: await answer(args as unknown as Query, ledger),
      dependencies: [],
    }))
    .on('transactions-batch-update', (args) => {
      const batch = args as unknown as Written;
      const made = batch.newPayees ?? [];
      payees.push(...made.map((payee) => ({ ...payee, transfer_acct: null })));
      const rows = { transactions: applyBatch(ledger, batch) };
      const payeeRows = made.map(({ id }) => id);
      written(made.length > 0 ? { ...rows, payees: payeeRows } : rows, backend.session);
      return { added: [], updated: [], deleted: [], errors: [] };
    })
    .install();
  const stops = [startSheet(), startLists(), startKeys(), takeTypedOnLeaving()];
  await savePrefs({ 'expand-splits': true });
  const user = userEvent.setup();
  const address: Navigator = { go: () => {} };
  const page = render(
    <QueryClientProvider client={lists}>
      <MemoryRouter initialEntries={[path]}>
        <Address address={address} />
        <Routes>
          <Route path="/accounts/:id?" element={<RegisterPage />} />
          <Route path="/transaction/:id" element={<TransactionPage />} />
        </Routes>
      </MemoryRouter>
      <ModalStack />
    </QueryClientProvider>,
  );
  if (isPhone) await screen.findByRole('heading', { level: 1 });
  else await screen.findByRole('grid');
  return {
    backend,
    ledger,
    user,
    /** Goes to another address. */
    show: (to: string) => act(async () => address.go(to)),
    /**
     * A change made in another tab; with `isTold` the event has the rows, otherwise only their ids.
     */
    changeElsewhere: (change: () => string[], { isTold = false } = {}) =>
      act(async () => written({ transactions: change() }, 'another-tab', isTold)),
    /** The written batches, in order. */
    batches: () =>
      backend.named('transactions-batch-update').map(({ args }) => args as unknown as Written),
    steps: () =>
      backend.named('transactions-batch-update').map(({ undo }) => stepText(undo?.name ?? null)),
    finish: () => {
      page.unmount();
      for (const stop of stops) stop();
      backend.connection.stop();
    },
  };
}

async function answer(query: Query, ledger: FakeLedger): Promise<unknown> {
  if (query.table === 'transaction_filters') return [];
  if (query.limit === RECENT_ROWS) return [];
  if (query.selectExpressions?.[0] === 'notes') return ledger.entries.map(({ row }) => row);
  if (query.calculation) return ledger.count();
  const wanted = query.filterExpressions.find((filter) => 'id' in filter);
  const ids = (wanted?.id as { $oneof?: string[] } | undefined)?.$oneof;
  const found = ids
    ? await ledger.byIds(ids)
    : await ledger.page(query.offset ?? 0, query.limit ?? Number.POSITIVE_INFINITY);
  return found.map((entry) => ({ ...asAnswered(entry), balance: entry.balance }));
}

function asAnswered({ row, children }: Entry): QueryRows['transactions'] {
  const unread = {
    imported_id: null,
    imported_payee: null,
    tombstone: false,
    raw_synced_data: null,
  };
  return { ...unread, ...row, subtransactions: children } as QueryRows['transactions'];
}

/** Applies a batch as the backend would, as far as the screen can see; returns the rows. */
function applyBatch(ledger: FakeLedger, { added = [], updated = [], deleted = [] }: Batch) {
  const rows = new Map<string, Transaction>();
  for (const { row, children } of ledger.entries) {
    for (const each of [row, ...children]) rows.set(each.id, each);
  }
  for (const row of added) rows.set(row.id, row);
  for (const { id, ...fields } of updated) {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, ...fields });
  }
  for (const { id } of deleted) rows.delete(id);
  ledger.entries = [];
  for (const row of rows.values()) {
    if (row.is_child) continue;
    const children = [...rows.values()].filter(({ parent_id }) => parent_id === row.id);
    ledger.put({ row, children, balance: null, keys: [] });
  }
  return [...added, ...updated, ...deleted].map(({ id }) => id);
}

/** A cell of the row whose name holds the given words. */
export function cellIn(rowName: string | RegExp, column: string): HTMLElement {
  const row = [...document.querySelectorAll<HTMLElement>('[role=row][data-row-id]')].find(
    (each) => {
      const name = each.getAttribute('aria-label') ?? '';
      return typeof rowName === 'string' ? name.includes(rowName) : rowName.test(name);
    },
  );
  const cell = row?.querySelector(`[data-col=${column}]`);
  if (!(cell instanceof HTMLElement)) throw new Error(`no ${column} in ${rowName}`);
  return cell;
}
