import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Rule } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { lists, startLists } from '@/lib/lists/lists';
import type { FakeBackend } from '@/testing/fakeBackend';
import { rulesBackend } from '../testing/showRule';
import OneRuleDialog from './OneRuleDialog';

vi.setConfig({ testTimeout: 20_000 });

const stored = {
  id: 'r1',
  stage: null,
  conditionsOp: 'and',
  conditions: [{ field: 'notes', op: 'contains', value: 'harbour' }],
  actions: [{ op: 'set', field: 'notes', value: 'Boat' }],
} as unknown as Rule;

let backend: FakeBackend;
let rule: Rule | null;
let isClosed: boolean;
let stop = () => {};
let show: (known?: Rule) => () => void;
let unmount = () => {};

beforeEach(async () => {
  rule = stored;
  isClosed = false;
  backend = rulesBackend()
    .on('rule-get', () => structuredClone(rule))
    .on('rule-add', () => ({ ...stored, id: 'r2' }));
  stop = startLists();
  const close = () => {
    isClosed = true;
  };
  show = (known) =>
    render(
      <MemoryRouter>
        <OneRuleDialog id="r1" {...(known && { known })} onClose={close} />
      </MemoryRouter>,
    ).unmount;
  unmount = show();
  await screen.findByRole('button', { name: 'Save' });
});
afterEach(() => stop());

const changeElsewhere = () => {
  const event = { type: 'applied', tables: ['rules'], rows: null, revision: 2, origin: 'other' };
  act(() => backend.push('sync-event', event as never));
};

const type = async (text: string) => {
  const value = screen.getAllByRole('textbox').at(-1) as HTMLElement;
  await userEvent.clear(value);
  await userEvent.type(value, `${text}{Tab}`);
};

test('typed text outlives a deletion elsewhere and is saved as a new rule', async () => {
  await type('Sail');
  rule = null;
  changeElsewhere();
  await screen.findByText(/deleted in the meantime/);
  expect(isClosed).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Save as new rule' }));
  await waitFor(() => expect(backend.named('rule-add')).toHaveLength(1));
  expect(backend.named('rule-add')[0]?.args).toMatchObject({
    actions: [{ op: 'set', field: 'notes', value: 'Sail' }],
  });
  await waitFor(() => expect(isClosed).toBe(true));
});

test('a rule that cannot be read again stays open', async () => {
  await type('Sail');
  backend.on('rule-get', () => {
    throw new CallError('busy', 'busy');
  });
  changeElsewhere();
  await waitFor(() => expect(backend.named('rule-get')).toHaveLength(2));
  await act(async () => {});
  expect(isClosed).toBe(false);
  screen.getByDisplayValue('Sail');
});

test('a rule opened from the list says that it was deleted elsewhere', async () => {
  unmount();
  lists.clear();
  show(stored);
  await screen.findByRole('button', { name: 'Save' });
  const asked = backend.named('rule-get').length;
  rule = null;
  changeElsewhere();
  await waitFor(() => expect(backend.named('rule-get')).toHaveLength(asked + 1));
  await screen.findByText(/deleted in the meantime/);
});
