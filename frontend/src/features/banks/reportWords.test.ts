import { expect, it } from 'vitest';
import type { BankImport } from '@/generated/contract';
import { linesOf } from './reportWords';

const report = (...kinds: string[]): BankImport => ({
  accountId: 'cash',
  at: 0,
  asked: 'person',
  error: null,
  added: { count: 0, ids: [] },
  matched: { count: 0, ids: [] },
  updated: { count: 0, ids: [] },
  removed: { count: 0, ids: [] },
  keptAway: 0,
  skipped: [],
  notes: kinds.map((kind) => ({ kind, id: null })),
});

/** The import leaves these transactions in place, see the kinds of notes in the contract. */
it.each(['pending-gone', 'withdrawn', 'twins'])('never says that %s changed anything', (kind) => {
  const [line, ...more] = linesOf(report(kind, kind));
  expect(more).toEqual([]);
  expect(line).toMatch(/after two weeks, unless|kept it|could not merge/);
  expect(line).not.toMatch(/Sobre (removed|merged)/);
});
