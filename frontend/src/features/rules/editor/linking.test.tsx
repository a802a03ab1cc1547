import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import type { Rule } from '@/generated/contract';
import type { FakeBackend } from '@/testing/fakeBackend';
import { rulesBackend, showRule } from '../testing/showRule';

vi.setConfig({ testTimeout: 20_000 });

const monthly = { frequency: 'monthly', start: '2026-11-20' };
const rule = (more: Partial<Rule>): Rule => ({
  id: 'r1',
  stage: null,
  conditionsOp: 'and',
  conditions: [{ field: 'date', op: 'isapprox', value: monthly, type: 'date' }],
  actions: [{ op: 'link-schedule', value: 's-rent' }],
  ...more,
});

let backend: FakeBackend;

beforeEach(() => {
  backend = rulesBackend()
    .on('rule-update', () => rule({}))
    .on('rule-dry-run', () => ({ tried: 0, matched: 0, changed: [], rows: [] }))
    .on('schedules-get', () => [
      exampleSchedule({ id: 's-rent', name: 'Rent' }),
      exampleSchedule({ id: 's-boat', name: 'Boat' }),
    ]);
});

test('a rule links to a schedule that is chosen by its name', async () => {
  const user = userEvent.setup();
  showRule(rule({}));
  const schedule = await screen.findByRole('combobox', { name: 'Schedule' });
  await waitFor(() => expect(schedule).toHaveProperty('value', 'Rent'));
  expect(screen.queryByText(/belongs to/)).toBeNull();
  await user.clear(schedule);
  await user.type(schedule, 'Bo{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.named('rule-update')).toHaveLength(1));
  expect(backend.named('rule-update')[0]?.args).toMatchObject({
    actions: [{ op: 'link-schedule', value: 's-boat' }],
  });
});

test('a new link asks for its schedule', async () => {
  showRule(rule({ actions: [{ op: 'link-schedule', value: null }] }));
  await screen.findByRole('combobox', { name: 'Schedule' });
});

test('a deleted schedule is said where another one is chosen', async () => {
  showRule(rule({ actions: [{ op: 'link-schedule', value: 's-gone' }] }));
  await screen.findByText('This schedule was deleted. Choose another one, or remove the action.');
});

test("the schedule's own rule leads to it and keeps its date", async () => {
  showRule(rule({ schedule: 's-rent' }));
  await screen.findByText('This rule belongs to the schedule “Rent”.');
  screen.getByRole('button', { name: 'Open schedule' });
  expect(screen.queryByRole('combobox', { name: 'Schedule' })).toBeNull();
  const kept = screen.getByRole('button', { name: "The date belongs to the rule's schedule" });
  expect(kept.getAttribute('aria-disabled') ?? kept.hasAttribute('disabled')).toBeTruthy();
});
