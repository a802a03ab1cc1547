import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { clearHistory, useHistory } from '@/lib/history/history';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { statementsTexts } from '@/texts/statements';
import { runImport } from './runImport';

const ROW = {
  line: 2,
  dateText: '2026-11-03',
  amountText: '-5',
  date: '2026-11-03',
  amount: -500,
  payee: 'Shop',
  notes: null,
};

const IMPORT = {
  accountId: 'checking',
  rows: [ROW],
  written: 1,
  isCleared: true,
  prefs: { 'flip-amount-checking-csv': 'true' },
};

let backend: FakeBackend;
const show = vi.fn();

beforeEach(async () => {
  clearNotices();
  backend = new FakeBackend().install();
  backend.on('transactions-import', () => ({
    errors: [],
    added: ['one'],
    updated: [],
    updatedPreview: [],
  }));
  backend.on('save-prefs', () => null);
  await settle();
});

const messages = () => useNotices.getState().shown.map(({ message }) => message);

it('says what was imported, and leads to it', async () => {
  expect(await runImport(IMPORT, () => false, show)).toBe('done');
  const [notice] = useNotices.getState().shown;
  expect(notice?.message).toBe(`${statementsTexts.done(1, 0)} [${statementsTexts.show}](#show)`);
  notice?.messageActions?.show?.();
  expect(show).toHaveBeenCalledWith('checking', ['one']);
});

it('marks every row as cleared if it is to', async () => {
  await runImport(IMPORT, () => false, show);
  await runImport({ ...IMPORT, isCleared: false }, () => false, show);
  const sent = backend.named('transactions-import').map(({ args }) => args);
  expect(sent).toMatchObject([
    { transactions: [{ cleared: true }] },
    { transactions: [{ cleared: false }] },
  ]);
});

const undone = (name: string) => ({
  number: 4,
  name: { key: name, params: {} },
  undoTag: null,
  tables: [],
});

it('is undone from its notice, whatever it wrote in the end', async () => {
  backend.on('transactions-import', () => ({
    errors: [],
    added: ['one', 'line of one'],
    updated: ['two'],
    updatedPreview: [],
  }));
  backend.on('undo', () => undone('imported'));
  await runImport({ ...IMPORT, written: 2 }, () => false, show);
  const name = backend.named('transactions-import')[0]?.undo?.name ?? null;
  expect(name).toEqual({ key: 'imported', params: { count: 2 } });
  useHistory.setState({ undo: { number: 9, name, session: null } });
  useNotices.getState().shown[0]?.button?.action();
  await settle();
  expect(backend.named('undo').map(({ args }) => args)).toEqual([{ step: 9 }]);
  clearHistory();
});

it('is done even if how the file was read cannot be kept', async () => {
  backend.on('save-prefs', () => {
    throw new CallError('internal', 'The disk is full.');
  });
  expect(await runImport(IMPORT, () => false, show)).toBe('done');
  expect(messages()).toHaveLength(1);
});

it('names what stopped it', async () => {
  backend.on('transactions-import', () => ({
    errors: [{ message: 'Amount is invalid' }],
    added: [],
    updated: [],
    updatedPreview: [],
  }));
  expect(await runImport(IMPORT, () => false, show)).toEqual({ problem: 'Amount is invalid' });
  expect(messages()).toEqual([]);
});

it('is taken back if it was cancelled meanwhile', async () => {
  backend.on('undo', () => undone('imported'));
  expect(await runImport(IMPORT, () => true, show)).toBe('cancelled');
  expect(messages()).toEqual([statementsTexts.cancelled]);
});

it.each([
  ['another tab made the next step', null],
  ['another step was undone', undone('budgeted')],
])('says that the rows are there if %s', async (_, outcome) => {
  backend.on('undo', () => outcome);
  expect(await runImport(IMPORT, () => true, show)).toBe('done');
  const [notice] = useNotices.getState().shown;
  expect(notice?.message).toContain(statementsTexts.tooLate);
  expect(notice?.button).toBeUndefined();
  notice?.messageActions?.show?.();
  expect(show).toHaveBeenCalledWith('checking', ['one']);
});

it('says that the rows are there if undoing them fails', async () => {
  backend.on('undo', () => {
    throw new CallError('internal', 'The disk is full.');
  });
  expect(await runImport(IMPORT, () => true, show)).toBe('done');
  expect(messages()[0]).toContain(statementsTexts.tooLate);
});

it('undoes no older step if the import changed nothing', async () => {
  backend.on('transactions-import', () => ({
    errors: [],
    added: [],
    updated: [],
    updatedPreview: [],
  }));
  expect(await runImport(IMPORT, () => true, show)).toBe('cancelled');
  expect(backend.named('undo')).toEqual([]);
  expect(messages()).toEqual([statementsTexts.cancelled]);
});
