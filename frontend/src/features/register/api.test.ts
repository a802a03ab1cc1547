import { expect, test } from 'vitest';
import { FakeBackend } from '@/testing/fakeBackend';
import { fetchEntries } from './api';
import { splitEntry } from './testing/fakeLedger';

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
