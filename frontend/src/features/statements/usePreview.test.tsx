import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Becomes } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import { placedRows } from './model/rows';
import { usePreview } from './usePreview';

const ROWS = placedRows(
  [2, 3, 4].map((line) => ({
    line,
    dateText: '2026-11-03',
    amountText: '-5',
    date: '2026-11-03',
    amount: -500,
    payee: `Shop ${line}`,
    notes: null,
  })),
);
const OUTCOMES: Record<string, Becomes> = { 'Shop 2': 'new', 'Shop 3': 'new', 'Shop 4': 'same' };

let backend: FakeBackend;

beforeEach(() => {
  lists.clear();
  backend = new FakeBackend().install().on('transactions-import', ({ transactions }) => ({
    errors: [],
    added: [],
    updated: [],
    updatedPreview: [],
    rows: transactions.map((row) => ({ becomes: OUTCOMES[`${row.payee_name}`] ?? 'new' })),
  }));
});

const previews = () =>
  backend
    .named('transactions-import')
    .map(({ args }) => (args as { transactions: unknown[] }).transactions.length);

type Given = Partial<Parameters<typeof usePreview>[0]>;

async function show(...ids: string[]) {
  const hook = renderHook(
    (props: Given) =>
      usePreview({ accountId: 'cash', taken: new Set(), isCleared: true, ...props, rows: ROWS }),
    {
      initialProps: { taken: new Set(ids) } as Given,
      wrapper: ({ children }) => (
        <QueryClientProvider client={lists}>{children}</QueryClientProvider>
      ),
    },
  );
  const take = (...taken: string[]) => act(() => hook.rerender({ taken: new Set(taken) }));
  await waitFor(() => expect(hook.result.current.isKnown).toBe(true));
  return { hook, take, isKnown: () => hook.result.current.isKnown };
}

it('is known at once when a new row is left out and taken in again', async () => {
  const { take, isKnown } = await show('2', '3', '4');
  take('3', '4');
  expect(isKnown()).toBe(true);
  take('2', '3', '4');
  expect(isKnown()).toBe(true);
  take('4');
  expect(isKnown()).toBe(true);
  take();
  expect(isKnown()).toBe(true);
  expect(previews()).toEqual([3]);
});

it('asks again when a row is left out that is a stored transaction', async () => {
  const { take, isKnown } = await show('2', '3', '4');
  take('2', '3');
  expect(isKnown()).toBe(false);
  await waitFor(() => expect(isKnown()).toBe(true));
  expect(previews()).toEqual([3, 2]);
});

it('asks again when a row is taken in that nobody looked at', async () => {
  const { hook, take, isKnown } = await show('2');
  take('2', '4');
  expect(isKnown()).toBe(false);
  await waitFor(() => expect(isKnown()).toBe(true));
  expect(previews()).toEqual([1, 2]);
  expect(hook.result.current.previewed?.get('4')?.becomes).toBe('same');
});

it('asks again when rows are no longer to be cleared, as stored ones may change then', async () => {
  const { hook } = await show('2', '4');
  hook.rerender({ taken: new Set(['2', '4']), isCleared: false });
  expect(hook.result.current.isKnown).toBe(false);
  await waitFor(() => expect(hook.result.current.isKnown).toBe(true));
  const sent = backend.named('transactions-import').map(({ args }) => args);
  expect(sent).toMatchObject([
    { transactions: [{ cleared: true }, { cleared: true }], isPreview: true },
    { transactions: [{ cleared: false }, { cleared: false }], isPreview: true },
  ]);
});

it('asks for another account, and for none without an account', async () => {
  const { hook } = await show('2', '3');
  const taken = new Set(['2', '3']);
  hook.rerender({ taken, accountId: 'bank' });
  expect(hook.result.current.isKnown).toBe(false);
  await waitFor(() => expect(hook.result.current.isKnown).toBe(true));
  expect(previews()).toEqual([2, 2]);
  hook.rerender({ taken, accountId: null });
  expect(hook.result.current.isKnown).toBe(true);
  expect(previews()).toEqual([2, 2]);
});
