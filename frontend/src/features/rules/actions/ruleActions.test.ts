import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Rule } from '@/generated/contract';
import { clearHistory, useHistory } from '@/lib/history/history';
import { lists } from '@/lib/lists/lists';
import { closeAllModals, useModals } from '@/lib/modals/modals';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import type { RulesController } from '../grid/RulesController';
import { SELECTED } from './ruleActions';

const rule = (id: string, op: Rule['actions'][number]['op'], schedule?: string) =>
  ({ id, actions: [{ op, value: 'x' }], schedule }) as Rule;
const RULES = [rule('a', 'set'), rule('b', 'link-schedule', 'x'), rule('c', 'link-schedule')];

let backend: FakeBackend;

beforeEach(() => {
  lists.clear();
  clearNotices();
  clearHistory();
  closeAllModals();
  backend = new FakeBackend()
    .install()
    .on('rules-get', () => RULES.filter(({ id }) => id === 'b'))
    .on('undo', () => null);
});

/** Presses Delete with these rules selected. */
async function remove(rules: readonly Rule[], someDeletionsFailed: boolean) {
  backend.on('rule-delete-all', () => ({ someDeletionsFailed }));
  const grid = {
    chosen: () => rules.map((each) => ({ id: each.id, rule: each })),
    selectNone: () => {},
    returnFocus: () => {},
  } as unknown as RulesController;
  const action = SELECTED.find(({ id }) => id === 'delete');
  action?.run({ grid, rowId: 'a', column: 'rule' } as never, new KeyboardEvent('keydown') as never);
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  return useNotices.getState().shown[0];
}

it('counts what is deleted, and undoes it from the notice', async () => {
  const notice = await remove(RULES, true);
  expect(notice?.message).toBe('Deleted 2 rules');
  const [call] = backend.named('rule-delete-all');
  expect(call?.args).toEqual({ ids: ['a', 'b', 'c'] });
  expect(call?.undo?.name).toEqual({ key: 'deletedRules', params: { count: 2 } });
  expect(useModals.getState().stack).toHaveLength(1);
  const name = call?.undo?.name ?? null;
  useHistory.setState({ undo: { number: 4, name, session: null } });
  notice?.button?.action();
  await settle();
  expect(backend.named('undo').map(({ args }) => args)).toEqual([{ step: 4 }]);
});

it('counts one that belongs to no schedule any more', async () => {
  backend.on('rules-get', () => []);
  const notice = await remove(RULES.slice(0, 2), false);
  expect(notice?.message).toBe('Deleted 2 rules');
});
