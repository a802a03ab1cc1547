import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Rule } from '@/generated/contract';
import type { FakeBackend } from '@/testing/fakeBackend';
import { rulesBackend, showRule } from '../testing/showRule';

vi.setConfig({ testTimeout: 20_000 });

const rule = {
  id: 'r1',
  stage: null,
  conditionsOp: 'and',
  conditions: [{ field: 'amount', op: 'gt', value: -30_000, type: 'number' }],
  actions: [{ op: 'set', field: 'notes', value: 'Boat' }],
} as unknown as Rule;

let backend: FakeBackend;

beforeEach(() => {
  backend = rulesBackend()
    .on('rule-update', () => rule)
    .on('rule-apply-actions', () => null as never)
    .on('rule-dry-run', ({ actions }) => ({
      tried: 10,
      matched: 1,
      changed: [`of ${actions[0]?.value}`],
      rows: [],
    }));
  showRule(rule);
});

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });

test('an amount that cannot be read is not saved by Ctrl+Enter, and stays in its field', async () => {
  const user = userEvent.setup();
  await user.clear(amount());
  await user.type(amount(), '12x4{Control>}{Enter}{/Control}');
  expect(amount().value).toBe('12x4');
  expect(document.activeElement).toBe(amount());
  expect(backend.named('rule-update')).toEqual([]);
  await user.clear(amount());
  await user.type(amount(), '124{Control>}{Enter}{/Control}');
  await waitFor(() => expect(backend.named('rule-update')).toHaveLength(1));
  expect(backend.named('rule-update')[0]?.args).toMatchObject({
    conditions: [{ field: 'amount', value: 12_400 }],
  });
});

test('actions are applied only to what the same rule would have changed', async () => {
  const apply = await screen.findByRole('button', { name: 'Apply actions (1)' });
  const letThrough = backend.hold('rule-dry-run');
  fireEvent.change(screen.getByDisplayValue('Boat'), { target: { value: 'Ship' } });
  fireEvent.click(apply);
  await waitFor(() => expect(backend.named('rule-dry-run')).toHaveLength(2));
  fireEvent.click(apply);
  await letThrough();
  await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBeNull());
  expect(backend.named('rule-apply-actions')).toEqual([]);
  fireEvent.click(apply);
  await waitFor(() => expect(backend.named('rule-apply-actions')).toHaveLength(1));
  expect(backend.named('rule-apply-actions')[0]?.args).toMatchObject({
    transactionIds: ['of Ship'],
    actions: [{ value: 'Ship' }],
  });
});
