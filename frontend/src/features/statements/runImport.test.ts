import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '@/lib/connection/callError';
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
  expect(await runImport(IMPORT, () => false, show)).toBeNull();
  const [notice] = useNotices.getState().shown;
  expect(notice?.message).toBe(`${statementsTexts.done(1, 0)} [${statementsTexts.show}](#show)`);
  notice?.messageActions?.show?.();
  expect(show).toHaveBeenCalledWith('checking', ['one']);
});

it('is done even if how the file was read cannot be kept', async () => {
  backend.on('save-prefs', () => {
    throw new CallError('internal', 'The disk is full.');
  });
  expect(await runImport(IMPORT, () => false, show)).toBeNull();
  expect(messages()).toHaveLength(1);
});

it('names what stopped it', async () => {
  backend.on('transactions-import', () => ({
    errors: [{ message: 'Amount is invalid' }],
    added: [],
    updated: [],
    updatedPreview: [],
  }));
  expect(await runImport(IMPORT, () => false, show)).toBe('Amount is invalid');
  expect(messages()).toEqual([]);
});

it('is taken back if it was cancelled meanwhile', async () => {
  const undone = vi.fn(() => null);
  backend.on('undo', undone);
  expect(await runImport(IMPORT, () => true, show)).toBeNull();
  expect(undone).toHaveBeenCalled();
  expect(messages()).toEqual([statementsTexts.cancelled]);
});
