import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteButton } from '@/components/NoteButton';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import type { ExplainedLine, ExplainedTemplates, TemplateLine } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import GoalEditor from './GoalEditor';

const ABOUT = { category: { id: 'food', name: 'Food' }, month: '2026-11', incomes: ['Salary'] };

let backend: FakeBackend;
let save: ReturnType<typeof vi.fn<(note: string) => void>>;
beforeEach(() => {
  save = vi.fn();
  backend = new FakeBackend().install();
  backend.on('budget/explain-templates', ({ note }) => explained(note ?? ''));
  backend.on('budget/render-note-templates', ({ templates }) => templates.map(written).join('\n'));
});
afterEach(() => {
  lists.clear();
  vi.restoreAllMocks();
});

/** A backend that knows fixed amounts alone. */
function explained(note: string): ExplainedTemplates {
  const all = note.split('\n').map((text, at) => lineOf(text, at + 1));
  const lines = all.filter(({ text }) => text.includes('#template'));
  const isBent = lines.some(({ problem }) => problem !== null);
  const sum = lines.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return {
    lines,
    budget: isBent ? null : sum,
    goal: null,
    isLongGoal: false,
    carried: 0,
    isLimitMet: false,
    reason: isBent ? 'The budget stays as it is.' : null,
  };
}

function lineOf(text: string, line: number): ExplainedLine {
  const monthly = Number(/#template (\d+)$/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(monthly)) {
    const fixed = { type: 'simple', monthly, limit: null } as const;
    return {
      ...{ line, text, cleanup: null, sentence: `Budget ${monthly} each month.` },
      ...{ template: { ...fixed, priority: 0, directive: 'template' } },
      ...{ amount: monthly * 100, problem: null },
    };
  }
  const reason = 'This line is not understood.';
  const about = { category: 'food', name: 'Food', line, text };
  return {
    ...{ line, text, cleanup: null, sentence: '', template: null, amount: null },
    problem: { code: 'line-not-understood', reason, ...about },
  };
}

function written(line: TemplateLine): string {
  if (line.type === 'schedule') return `#template schedule ${line.name}`;
  if (line.type !== 'simple') throw new CallError('invalid-template');
  return `#template ${line.monthly}`;
}

async function open(note: string) {
  const user = userEvent.setup();
  render(
    <NoteButton
      about="Food"
      note={note}
      onSave={save}
      below={(draft) => <GoalEditor about={ABOUT} draft={draft} />}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Note for Food' }));
  return { user, text: await screen.findByRole('textbox', { name: 'Note for Food' }) };
}

const goals = () => screen.findByRole('region', { name: 'Goals' });
const addGoal = () => screen.getByRole('button', { name: 'Add a goal' });

test('a note without goals is not asked about and has a quiet button alone', async () => {
  const { user, text } = await open('Market');
  await user.type(text, ' day');
  expect(addGoal()).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Goals' })).toBeNull();
  expect(backend.named('budget/explain-templates')).toEqual([]);
});

test('goals are explained while typing, with their amounts and the total', async () => {
  const { user, text } = await open('Market\n#template 50');
  const shown = await goals();
  expect(shown.textContent).toContain('Budget 50.00 each month. 50.00');
  await user.type(text, '\n#template 7');
  await within(shown).findByText('Budget 7.00 each month.');
  await within(shown).findByText('57.00');
  expect(within(shown).getByText('To budget in November 2026')).toBeTruthy();
});

test('a faulty line is named by its number, with the reason why nothing is budgeted', async () => {
  await open('Market\n#template fo');
  const shown = await goals();
  expect(shown.textContent).toContain('#template fo');
  expect(shown.textContent).toContain('Line 2: This line is not understood.');
  expect(shown.textContent).toContain('The budget stays as it is.');
});

test('one request is pending at a time, and responses for older texts are dropped', async () => {
  const letNext = backend.hold('budget/explain-templates');
  const { user, text } = await open('#template 5');
  await user.type(text, '12');
  expect(backend.named('budget/explain-templates')).toHaveLength(1);
  await letNext();
  expect(screen.queryByText('Budget 5.00 each month.')).toBeNull();
  await letNext();
  await screen.findByText('Budget 512.00 each month.');
  const asked = backend.named('budget/explain-templates').map(({ args }) => args);
  expect(asked).toEqual([
    { month: '2026-11', category: 'food', note: '#template 5' },
    { month: '2026-11', category: 'food', note: '#template 512' },
  ]);
});

test('the form explains a goal, adds it to the note and restores the focus', async () => {
  const { user, text } = await open('Market');
  addGoal().focus();
  await user.keyboard('{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Goal for Food' });
  expect(document.activeElement?.textContent).toContain('A fixed amount each month');
  await user.keyboard('{Tab}20+5');
  await within(form).findByText('25.00 in November 2026');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(text).toHaveProperty('value', 'Market\n#template 25'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Goal for Food' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(addGoal()));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('Market\n#template 25'));
});

test('a missing value is named at its field', async () => {
  const { user, text } = await open('');
  await user.click(addGoal());
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Enter an amount.');
  expect(text).toHaveProperty('value', '');
  expect(backend.named('budget/render-note-templates')).toEqual([]);
});

test('Escape closes the form first, then the note', async () => {
  const { user, text } = await open('#template 50');
  const edit = await screen.findByRole('button', { name: 'Edit: Budget 50.00 each month.' });
  edit.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Goal for Food' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Goal for Food' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(edit));
  text.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).not.toHaveBeenCalled();
});

test('a goal is changed by the form, and removed with its line', async () => {
  const { user, text } = await open('Market\nfood #template 50');
  await user.click(await screen.findByRole('button', { name: 'Edit: Budget 50.00 each month.' }));
  const amount = screen.getByLabelText('Amount');
  expect(amount).toHaveProperty('value', '50.00');
  await user.clear(amount);
  await user.type(amount, '60');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(text).toHaveProperty('value', 'Market\nfood #template 60'));
  await user.click(await screen.findByRole('button', { name: 'Remove: Budget 60.00 each month.' }));
  expect(text).toHaveProperty('value', 'Market\nfood');
  await waitFor(() => expect(document.activeElement).toBe(addGoal()));
});

test('what is pressed while a newer text is explained is done once it is', async () => {
  const { user, text } = await open('#template 50');
  const remove = await screen.findByRole('button', { name: 'Remove: Budget 50.00 each month.' });
  const letNext = backend.hold('budget/explain-templates');
  await user.type(text, 'Gym\n', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await user.click(remove);
  expect(text).toHaveProperty('value', 'Gym\n#template 50');
  expect((await goals()).getAttribute('aria-busy')).toBe('true');
  await letNext();
  await letNext();
  await waitFor(() => expect(text).toHaveProperty('value', 'Gym'));
});

test('a text that is no amount is not sent as a part of itself', async () => {
  const { user, text } = await open('#template 50');
  await user.click(await screen.findByRole('button', { name: 'Edit: Budget 50.00 each month.' }));
  const amount = screen.getByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '6o{Enter}');
  expect(amount).toHaveProperty('value', '6o');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(text).toHaveProperty('value', '#template 50');
});

test('Escape takes a typed amount back first', async () => {
  const { user } = await open('#template 50');
  await user.click(await screen.findByRole('button', { name: 'Edit: Budget 50.00 each month.' }));
  const amount = screen.getByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '60');
  await screen.findByText('60.00 in November 2026');
  await user.keyboard('{Escape}');
  expect(amount).toHaveProperty('value', '50.00');
  await screen.findByText('50.00 in November 2026');
});

test('what is wrong behind "More options" is shown', async () => {
  const { user } = await open('');
  await user.click(addGoal());
  await user.type(screen.getByLabelText('Amount'), '5');
  const more = screen.getByRole('button', { name: 'More options' });
  await user.click(more);
  await user.type(screen.getByLabelText('Priority'), '-1');
  await user.click(more);
  expect(screen.queryByLabelText('Priority')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  screen.getByText('Enter a whole number from 0 to 9999.');
});

async function chooseScheduledPayment() {
  const { user } = await open('');
  await user.click(addGoal());
  await user.click(screen.getByRole('button', { name: /Kind of goal/ }));
  await user.click(await screen.findByRole('option', { name: 'A scheduled payment' }));
  return user;
}

test('a goal of a schedule offers those with a name that are not over', async () => {
  backend.on('schedules-get', () =>
    [{ name: 'Rent' }, { name: null }, { name: 'Old rent', completed: true }].map(exampleSchedule),
  );
  const user = await chooseScheduledPayment();
  await user.click(await screen.findByRole('button', { name: /Choose a schedule/ }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Rent']);
  await user.click(screen.getByRole('option', { name: 'Rent' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByDisplayValue('#template schedule Rent')).toBeTruthy();
});

test('without a schedule that has a name a goal of one says so', async () => {
  backend.on('schedules-get', () => []);
  const user = await chooseScheduledPayment();
  await screen.findByText(/No schedule has a name yet/);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose a schedule.');
});

test('a goal that cannot be written says why, and the form stays', async () => {
  const { user, text } = await open('');
  await user.click(addGoal());
  await user.click(screen.getByRole('button', { name: /Kind of goal/ }));
  await user.click(await screen.findByRole('option', { name: 'The same as an earlier month' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('alert');
  expect(screen.getByRole('dialog', { name: 'Goal for Food' })).toBeTruthy();
  expect(text).toHaveProperty('value', '');
});

test('goals that could not be explained are asked about again', async () => {
  let isDown = true;
  backend.on('budget/explain-templates', ({ note }) => {
    if (isDown) throw new CallError('busy');
    return explained(note ?? '');
  });
  const { user } = await open('#template 50');
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(again);
  await within(await goals()).findByText('Budget 50.00 each month.');
});
