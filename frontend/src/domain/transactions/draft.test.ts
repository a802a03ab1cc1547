import { expect, test } from 'vitest';
import { addPart, changeDraft, newDraft, removePart, splitDraft } from './draft';

const fresh = newDraft({ id: 'n', date: '2026-11-20', account: 'bank' });

test('a split without an amount follows its parts until the amount is typed', () => {
  let draft = splitDraft(fresh, 'a');
  draft = changeDraft(draft, 'a', { amount: -300 });
  draft = changeDraft(addPart(draft, 'b'), 'b', { amount: -200 });
  expect(draft.split.row).toMatchObject({ amount: -500, error: null });
  draft = changeDraft(draft, 'n', { amount: -600 });
  draft = changeDraft(draft, 'b', { amount: -250 });
  expect(draft.split.row).toMatchObject({ amount: -600, error: { difference: -50 } });
});

test('a new part holds what is left', () => {
  const typed = changeDraft(fresh, 'n', { amount: -1000 });
  const first = changeDraft(splitDraft(typed, 'a'), 'a', { amount: -300 });
  const draft = addPart(first, 'b');
  expect(draft.split.children.map(({ amount }) => amount)).toEqual([-300, -700]);
  expect(draft.split.row.error).toBeNull();
});

test('without parts it is a plain transaction again', () => {
  const draft = removePart(splitDraft(fresh, 'a'), 'a');
  expect(draft.split).toMatchObject({ row: { is_parent: false }, children: [] });
});
