import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Account, FileReading, FileRow } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import { StatementStep } from './StatementStep';

vi.mock('@/lib/files/uploadFile', () => ({ uploadFile: async () => 'uploaded' }));

const READING: FileReading = {
  delimiter: ',',
  hasHeaderRow: true,
  skipStartLines: 0,
  skipEndLines: 0,
  columns: {
    date: 0,
    payee: 1,
    notes: null,
    mode: 'marked',
    amount: 2,
    outflow: null,
    inflow: null,
    mark: 3,
    outflowMark: '',
  } as FileReading['columns'],
  dayOrder: 'yyyy mm dd',
  flipAmount: false,
  multiplier: null,
  importNotes: true,
  swapPayeeAndMemo: false,
  fallbackMissingPayeeToMemo: false,
};

const row = (line: number): FileRow => ({
  line,
  dateText: '2026-11-03',
  amountText: '-5',
  date: '2026-11-03',
  amount: -500,
  payee: `Shop ${line}`,
  notes: null,
});

vi.setConfig({ testTimeout: 20_000 });

let backend: FakeBackend;

beforeEach(() => {
  lists.clear();
  backend = new FakeBackend()
    .install()
    .on('payees-get', () => [])
    .on('accounts-get', () => [{ id: 'cash', name: 'Cash', closed: false }] as unknown as Account[])
    .on('get-categories', () => ({ grouped: [], list: [] }) as never)
    .on('transactions-read-file', ({ reading }) => ({
      format: 'csv',
      reading: { ...READING, ...reading, columns: reading?.columns ?? READING.columns },
      columns: ['When', 'Who', 'What', 'Way'],
      rows: [row(2), row(3)],
      accounts: [],
      accountId: 'cash',
      knownAccountId: null,
      prefs: {},
    }))
    .on('transactions-import', ({ transactions }) => ({
      errors: [],
      added: [],
      updated: [],
      updatedPreview: [],
      rows: transactions.map(() => ({ becomes: 'new' as const })),
    }));
});

async function show() {
  render(
    <QueryClientProvider client={lists}>
      <StatementStep
        title="Import transactions"
        file={new File(['text'], 'bank.csv')}
        accountId="cash"
        isLast
        onNext={() => {}}
        onChoose={() => {}}
        onShow={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  );
  await screen.findByText('Import 2 transactions');
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const readings = () =>
  backend
    .named('transactions-read-file')
    .map(({ args }) => (args as { reading: FileReading | null }).reading);

it('keeps what is typed and chosen while the file is read again', async () => {
  await show();
  backend.on('transactions-read-file', () => new Promise(() => {}));
  const type = (name: string, value: string) =>
    fireEvent.change(field(name), { target: { value } });
  type('Word for money out', 'debit');
  type('Skip lines at the end', '12');
  fireEvent.click(screen.getByLabelText('Flip amount'));
  expect(field('Word for money out').value).toBe('debit');
  expect(field('Skip lines at the end').value).toBe('12');
  await waitFor(() =>
    expect(readings().at(-1)).toMatchObject({ skipEndLines: 12, flipAmount: true }),
  );
  expect(readings().at(-1)?.columns?.outflowMark).toBe('debit');
});
