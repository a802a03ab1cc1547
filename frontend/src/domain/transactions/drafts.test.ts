import { expect, test } from 'vitest';
import { changeDraft, newDraft } from './draft';
import {
  beginDraft,
  editDraft,
  forgetDraft,
  keepDraft,
  keepYours,
  keptDrafts,
  takeTheirs,
  withStored,
} from './drafts';
import { differenceOf, type Split } from './splits';
import { blankTransaction } from './transaction';

const CAKE: Split = {
  row: { ...blankTransaction('cake', '2026-11-20', 'bank'), amount: -1250 },
  children: [],
};
const stored = (fields: object): Split => ({ ...CAKE, row: { ...CAKE.row, ...fields } });
const edited = () => {
  const draft = editDraft(CAKE);
  return { ...draft, draft: changeDraft(draft.draft, 'cake', { notes: 'for two' }) };
};

test('a draft without anything in it is not kept', () => {
  const start = { id: 'new', date: '2026-11-20', account: 'bank' };
  const empty = beginDraft(newDraft(start), null);
  expect(keepDraft(empty)).toBe(false);
  expect(keepDraft({ ...empty, draft: changeDraft(empty.draft, 'new', { amount: -5 }) })).toBe(
    true,
  );
  expect(keptDrafts(null)).toHaveLength(1);
  forgetDraft(empty.key);
  expect(keptDrafts(null)).toEqual([]);
});

test('an edited draft asks about what is stored meanwhile, an untouched one takes it over', () => {
  const theirs = stored({ amount: -700 });
  expect(withStored(editDraft(CAKE), theirs, false)).toMatchObject({
    draft: { split: theirs },
    theirs: null,
  });
  expect(withStored(editDraft(CAKE), theirs, true).theirs).toBe(theirs);
  expect(withStored(edited(), theirs, false).theirs).toBe(theirs);
  expect(withStored(edited(), stored({ notes: 'for two' }), false).theirs).toBeNull();
});

test('keeping yours writes the whole draft over theirs; using theirs writes nothing', () => {
  const asked = withStored(edited(), stored({ amount: -700, notes: 'for ten' }), false);
  const mine = keepYours(asked);
  expect(differenceOf(mine.base, mine.draft.split).updated).toEqual([
    { id: 'cake', amount: -1250, notes: 'for two' },
  ]);
  const theirs = takeTheirs(asked);
  expect(differenceOf(theirs.base, theirs.draft.split).updated).toEqual([]);
  expect(theirs.key).toBe(asked.key);
});
