import { expect, test } from 'vitest';
import { useOpenFile } from '@/lib/files/openFile';
import { changeDraft, newDraft } from './draft';
import {
  beginDraft,
  cellDraft,
  draftsOfView,
  editDraft,
  forgetDraft,
  keepDraft,
  keepYours,
  keptDrafts,
  takeTheirs,
  typedValue,
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

const START = { id: 'new', date: '2026-11-20', account: 'bank' };
const typed = (view: string | null) =>
  beginDraft(changeDraft(newDraft(START), 'new', { notes: 'half' }), null, view);

test('a draft belongs to its register, or to that of its account', () => {
  const [own, other, form] = [typed('all'), typed('cash'), typed(null)];
  for (const draft of [own, other, form]) keepDraft(draft);
  expect(draftsOfView('all')).toEqual([own]);
  expect(draftsOfView('bank')).toEqual([form]);
  expect(keptDrafts(null)).toEqual([own, other, form]);
  for (const { key } of [own, other, form]) forgetDraft(key);
});

test('a reload finds the drafts of its budget, and another budget none', () => {
  useOpenFile.setState({ id: 'home' });
  const draft = typed('all');
  const cell = cellDraft(CAKE, { rowId: 'cake', column: 'notes' }, 'for two', 'bank');
  for (const each of [draft, cell]) keepDraft(each);
  const stored = sessionStorage.getItem('sobre.drafts') ?? '';
  const reload = (id: string) => {
    useOpenFile.setState({ id: null });
    expect(keptDrafts(null)).toEqual([]);
    sessionStorage.setItem('sobre.drafts', stored);
    useOpenFile.setState({ id });
  };
  reload('home');
  expect(keptDrafts(null)).toEqual([draft]);
  expect(keptDrafts('cake').map(typedValue)).toEqual(['for two']);
  reload('work');
  expect(keptDrafts(null)).toEqual([]);
});

test('storage that holds something else is no draft', () => {
  for (const stored of ['{', '[1, {}]', '"x"']) {
    useOpenFile.setState({ id: null });
    sessionStorage.setItem('sobre.drafts', stored);
    useOpenFile.setState({ id: 'home' });
    expect(keptDrafts(null)).toEqual([]);
  }
});

test('a cell has one draft, which is kept only while it changes something', () => {
  const cell = (value: string) =>
    cellDraft(CAKE, { rowId: 'cake', column: 'notes' }, value, 'bank');
  keepDraft(cell('first'));
  keepDraft(cell('second'));
  expect(keptDrafts('cake').map(typedValue)).toEqual(['second']);
  expect(keepDraft(cell(''))).toBe(false);
  expect(keptDrafts('cake')).toEqual([]);
});
