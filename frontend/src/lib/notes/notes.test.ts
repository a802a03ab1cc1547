import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { step } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { FakeBackend } from '@/testing/fakeBackend';
import { saveNote, useNote } from './notes';

let backend: FakeBackend;

beforeEach(() => {
  lists.clear();
  backend = new FakeBackend().install().on('notes-get', () => ({ rent: 'Due on the 3rd' }));
});

const NAMED = step('changedNote', { name: 'Rent' });

async function showNote() {
  const { result } = renderHook(() => useNote('rent').note);
  await waitFor(() => expect(result.current).toBe('Due on the 3rd'));
  return result;
}

test('a note that is saved shows at once, so that its editor opens with it', async () => {
  const shown = await showNote();
  const saved = saveNote('rent', 'Due on the 5th', NAMED);
  await waitFor(() => expect(shown.current).toBe('Due on the 5th'));
  expect(backend.named('notes-get')).toHaveLength(1);
  backend.answer(backend.named('notes-save')[0] as never, null);
  await saved;
});

test('a note that is refused comes back as it was', async () => {
  const shown = await showNote();
  const saved = saveNote('rent', 'Due on the 5th', NAMED);
  await waitFor(() => expect(backend.named('notes-save')).toHaveLength(1));
  backend.refuse(backend.named('notes-save')[0] as never, 'internal');
  await expect(saved).rejects.toThrow('internal');
  await waitFor(() => expect(shown.current).toBe('Due on the 3rd'));
});
