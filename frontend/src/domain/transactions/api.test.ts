import { expect, test } from 'vitest';
import { splitEntry, transaction } from '@/features/register/testing/fakeLedger';
import { CallError } from '@/lib/connection/callError';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import { fetchEntries, writeBatch } from './api';
import { NewPayees } from './newPayees';
import { fetchPayees, PAYEES_KEY } from './payees';
import type { Fields } from './splits';

const ADDED = step('added', { what: 'Kroger' });

test('many transactions are asked for in pieces, a split of two only once', async () => {
  const { row, children } = splitEntry('s', [-300, -700]);
  const backend = new FakeBackend();
  const lists: number[] = [];
  backend
    .on('query', (args) => {
      const [filter] = (args as unknown as { filterExpressions: { id: { $oneof: string[] } }[] })
        .filterExpressions;
      lists.push(filter?.id.$oneof.length ?? 0);
      return { data: [{ ...row, subtransactions: children }], dependencies: [] };
    })
    .install();
  const ids = ['s', ...Array.from({ length: 8_998 }, (_, at) => `t${at}`), 's-1'];
  const entries = await fetchEntries(ids);
  expect(lists).toEqual([4_000, 4_000, 1_000]);
  expect(entries.map((entry) => [entry.row.id, entry.children.length])).toEqual([['s', 2]]);
  backend.connection.stop();
});

test('a payee whose making was not heard of is brought along until it is read', async () => {
  const backend = new FakeBackend();
  const payees = [{ id: 'other', name: 'Other', transfer_acct: null }];
  const aldi = { id: 'aldi', name: 'Aldi' };
  backend
    .on('payees-get', () => payees as never)
    .on('transactions-batch-update', () => {
      throw new CallError('timeout', 'Too slow.');
    })
    .install();
  lists.setQueryData(PAYEES_KEY, payees);
  const row = transaction('t', { payee: 'aldi' });
  const brought = async (newPayees = [] as (typeof aldi)[]) => {
    await writeBatch({ added: [row], updated: [], deleted: [] }, ADDED, newPayees).catch(() => {});
    const sent = backend.named('transactions-batch-update').at(-1);
    return (sent?.args as { newPayees?: unknown } | undefined)?.newPayees;
  };
  expect(await brought([aldi])).toEqual([aldi]);
  await fetchPayees();
  expect(await brought()).toEqual([aldi]);
  // It was made after all, and somebody has given it another name since.
  payees.push({ id: 'aldi', name: 'Aldi South', transfer_acct: null });
  await fetchPayees();
  expect(await brought()).toEqual([]);
  backend.connection.stop();
});

test('a payee without a name can be told from no payee', async () => {
  const backend = new FakeBackend()
    .on('payees-get', () => [{ id: 'odd', name: '' }] as never)
    .install();
  expect(await fetchPayees()).toEqual([{ id: 'odd', name: 'No name' }]);
  backend.connection.stop();
});

test('the name of a new payee is not that of an account that came meanwhile', () => {
  const payees = new NewPayees([{ id: 'to-savings', name: 'Savings', transfer_acct: 'savings' }]);
  const id = payees.idOf('new:Savings');
  expect(payees.made).toEqual([{ id, name: 'Savings' }]);
});

test('what was added without an answer is changed when it is tried again', async () => {
  const row = transaction('t', { amount: -500, payee: 'bakery' });
  const stored = { ...row, transfer_id: 'other-side', sort_order: 1, subtransactions: [] };
  const backend = new FakeBackend()
    .on('query', () => ({ data: [stored], dependencies: [] }))
    .on('transactions-batch-update', (args) => {
      if ((args.added ?? []).length > 0) throw new CallError('transaction-exists');
      return { added: [], updated: [], deleted: [], errors: [] };
    })
    .install();
  const add = (fields: Fields) =>
    writeBatch({ added: [{ ...row, ...fields }], updated: [], deleted: [] }, ADDED);
  const sent = () => backend.named('transactions-batch-update');
  await add({ sort_order: 2 });
  expect(sent()).toHaveLength(1);
  await add({ sort_order: 3, amount: -700 });
  expect(sent().at(-1)?.args).toMatchObject({ added: [], updated: [{ id: 't', amount: -700 }] });
  backend.on('query', () => ({ data: [], dependencies: [] }));
  await expect(add({})).rejects.toThrow();
  backend.connection.stop();
});
