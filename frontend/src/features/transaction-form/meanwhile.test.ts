import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPart, changeDraft, type Draft, removePart } from '@/domain/transactions/draft';
import { differenceOf, type Fields, type Split } from '@/domain/transactions/splits';
import { splitEntry, transaction } from '@/features/register/testing/fakeLedger';
import { directionOf } from './formModel';
import { type Held, inputName, keepMine, takeTheirs, theirsIn, withStored } from './meanwhile';

const PLAIN: Split = {
  row: transaction('t', { amount: -500, payee: 'bakery', category: 'food', notes: 'bread' }),
  children: [],
};
const { row, children } = splitEntry('s', [-300, -200]);
const SPLIT: Split = { row, children };

function held(base: Split, change: (draft: Draft) => Draft = (draft) => draft): Held {
  const draft = change({ split: base, followsParts: false });
  return { state: { draft, direction: directionOf(draft.split.row) }, base, conflicts: [] };
}
const mine = (rowId: string, fields: Fields) => (draft: Draft) => changeDraft(draft, rowId, fields);
const elsewhere = (base: Split, rowId: string, fields: Fields): Split =>
  changeDraft({ split: base, followsParts: false }, rowId, fields).split;
const written = ({ base, state }: Held) => differenceOf(base, state.draft.split);
const fieldsOf = ({ conflicts }: Held) => conflicts.map(({ field }) => field);

test('what was left alone is taken over, and only what was changed here is written', () => {
  const stored = elsewhere(PLAIN, 't', { amount: 700, notes: 'rolls' });
  const { held: after, news } = withStored(
    held(PLAIN, mine('t', { category: 'rent' })),
    stored,
    null,
  );
  expect(after.state.draft.split.row).toMatchObject({
    ...{ amount: 700, notes: 'rolls', category: 'rent' },
  });
  expect(after.state.direction).toBe('deposit');
  expect(news).toEqual(['amount', 'notes']);
  expect(after.conflicts).toEqual([]);
  expect(written(after).updated).toEqual([{ id: 't', category: 'rent' }]);
});

test('where both changed a field it is asked which is meant', () => {
  const stored = elsewhere(PLAIN, 't', { notes: 'rolls' });
  const { held: after } = withStored(held(PLAIN, mine('t', { notes: 'cake' })), stored, null);
  expect(fieldsOf(after)).toEqual(['notes']);
  const [conflict] = after.conflicts;
  if (!conflict) return;
  expect(theirsIn(after, conflict)?.notes).toBe('rolls');
  expect(written(keepMine(after, conflict)).updated).toEqual([{ id: 't', notes: 'cake' }]);
  const taken = takeTheirs(after, conflict);
  expect(taken.conflicts).toEqual([]);
  expect(written(taken).updated).toEqual([]);
  // Their next change is told instead of the last one, and the same one at last is none.
  const again = withStored(after, elsewhere(stored, 't', { notes: 'buns' }), null).held;
  expect(again.conflicts.map((one) => theirsIn(again, one)?.notes)).toEqual(['buns']);
  expect(withStored(again, elsewhere(stored, 't', { notes: 'cake' }), null).held.conflicts).toEqual(
    [],
  );
});

test('text that is being typed counts as a change', () => {
  const stored = elsewhere(PLAIN, 't', { amount: -700 });
  const { held: after } = withStored(held(PLAIN), stored, inputName('t', 'amount'));
  expect(fieldsOf(after)).toEqual(['amount']);
  expect(after.state.draft.split.row.amount).toBe(-500);
});

test('parts come and go with those elsewhere, and own ones stay', () => {
  const start = held(SPLIT, (draft) => addPart(mine('s-1', { notes: 'mine' })(draft), 'new'));
  const there = addPart({ split: SPLIT, followsParts: false }, 'theirs');
  const stored = removePart(there, 's-2').split;
  const { held: after, news } = withStored(start, stored, null);
  expect(after.state.draft.split.children.map(({ id }) => id)).toEqual(['s-1', 'new', 'theirs']);
  expect(news).toContain('part');
  const { added, updated, deleted } = written(after);
  expect(added.map(({ id }) => id)).toEqual(['new']);
  expect(updated).toEqual([{ id: 's-1', notes: 'mine' }]);
  expect(deleted).toEqual([]);
});

test('what was changed in a part that is deleted elsewhere is told', () => {
  const stored = removePart({ split: SPLIT, followsParts: false }, 's-2').split;
  const left = held(SPLIT, mine('s-2', { notes: 'mine' }));
  const { held: after, lost } = withStored(left, stored, 's-2 amount');
  expect(lost).toEqual([
    { rowId: 's-2', field: 'amount', part: 'Part 2', value: SPLIT.children[1]?.amount },
    { rowId: 's-2', field: 'notes', part: 'Part 2', value: 'mine' },
  ]);
  expect(written(after).added).toEqual([]);
});

test('of a part that was removed here and changed elsewhere it is asked', () => {
  const stored = elsewhere(SPLIT, 's-1', { notes: 'theirs' });
  const { held: after } = withStored(
    held(SPLIT, (draft) => removePart(draft, 's-1')),
    stored,
    null,
  );
  expect(after.conflicts).toEqual([{ rowId: 's-1', field: 'part', part: 'Part 1' }]);
  const [conflict] = after.conflicts;
  if (!conflict) return;
  expect(written(keepMine(after, conflict)).deleted).toEqual([{ id: 's-1' }]);
  const taken = takeTheirs(after, conflict);
  expect(taken.state.draft.split).toEqual(stored);
  expect(taken.conflicts).toEqual([]);
  // Once it is deleted there too nothing is left to ask.
  const gone = removePart({ split: stored, followsParts: false }, 's-1').split;
  expect(withStored(after, gone, null).held.conflicts).toEqual([]);
});

test('a part that comes back makes a split of it again', () => {
  const none = (draft: Draft) => removePart(removePart(draft, 's-1'), 's-2');
  const stored = elsewhere(SPLIT, 's-2', { amount: -500 });
  const { held: after } = withStored(held(SPLIT, none), stored, null);
  const [conflict] = after.conflicts;
  if (!conflict) return;
  const { row, children } = takeTheirs(after, conflict).state.draft.split;
  expect(children.map(({ id }) => id)).toEqual(['s-2']);
  expect(row).toMatchObject({ is_parent: true, error: null });
});

test('a transaction that is split elsewhere has its parts', () => {
  const parent = { ...PLAIN.row, is_parent: true, payee: null };
  const stored = {
    row: parent,
    children: SPLIT.children.map((part) => ({ ...part, parent_id: 't' })),
  };
  const { held: after } = withStored(held(PLAIN, mine('t', { category: 'rent' })), stored, null);
  expect(after.state.draft.split.row).toMatchObject({ is_parent: true, category: 'food' });
  expect(after.state.draft.split.children).toHaveLength(2);
  expect(after.conflicts).toEqual([]);
});

const value = {
  amount: fc.integer({ min: -3, max: 3 }),
  notes: fc.constantFrom(null, 'a', 'b'),
  category: fc.constantFrom(null, 'food', 'rent'),
};
const fields = fc.record(value, { requiredKeys: [] });
const changes = fc.array(fc.tuple(fc.constantFrom('s', 's-1', 's-2'), fields), { maxLength: 4 });

test('law: nothing is written that was not changed here, and no change of ours is lost unseen', () => {
  fc.assert(
    fc.property(changes, changes, (ours, others) => {
      const start = held(SPLIT, (draft) =>
        ours.reduce((now, [id, change]) => changeDraft(now, id, change), draft),
      );
      const stored = others.reduce((now, [id, change]) => elsewhere(now, id, change), SPLIT);
      const { held: after } = withStored(start, stored, null);
      const wanted = new Map(written(start).updated.map(({ id, ...rest }) => [id, rest]));
      for (const { id, error: _, ...rest } of written(after).updated) {
        for (const [key, is] of Object.entries(rest)) {
          expect(wanted.get(id)).toHaveProperty(key, is);
        }
      }
      const { split } = after.state.draft;
      const kept = new Map([split.row, ...split.children].map((each) => [each.id, each]));
      for (const [id, { error: _, ...rest }] of wanted) {
        // A split has its categories in its parts.
        if (id === 's') delete rest.category;
        expect(kept.get(id)).toMatchObject(rest);
      }
      for (const { rowId, field } of after.conflicts) {
        expect(wanted.get(rowId)).toHaveProperty(field);
      }
    }),
  );
});
