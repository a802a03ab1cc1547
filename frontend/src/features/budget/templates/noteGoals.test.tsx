import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { savePrefs } from '@/lib/prefs/prefs';
import { settle } from '@/testing/fakeBackend';
import { nameOf, renderBudget } from '../testing/renderBudget';
// Loaded before the first test, which then need not wait for it.
import './GoalEditor';

let shown: Awaited<ReturnType<typeof renderBudget>>;
afterEach(() => shown.finish());

async function openNote(row: string, isOn: boolean) {
  shown = await renderBudget();
  await act(() => savePrefs({ 'flags.goalTemplatesEnabled': isOn }));
  act(() => nameOf(row).focus());
  await shown.user.keyboard('{Shift>}{F10}{/Shift}');
  await shown.user.click(await screen.findByRole('menuitem', { name: 'Note' }));
  return screen.findByRole('textbox', { name: `Note for ${row}` });
}

test('the note of a category offers goals where templates are on', async () => {
  const text = await openNote('Food', true);
  await screen.findByRole('button', { name: 'Add a goal' });
  await shown.user.type(text, ', early');
  await shown.user.keyboard('{Escape}');
  await waitFor(() => expect(shown.named('notes-save')).toHaveLength(1));
  expect(shown.named('notes-save')[0]?.args).toMatchObject({ note: 'Market on Saturdays, early' });
});

test.each([
  ['a category while templates are off', 'Food', false],
  ['a group', 'Savings', true],
  ['income of an envelope budget', 'Salary', true],
])('the note of %s is a text alone', async (_, row, isOn) => {
  await openNote(row, isOn);
  await act(() => settle());
  expect(screen.queryByRole('button', { name: 'Add a goal' })).toBeNull();
});
