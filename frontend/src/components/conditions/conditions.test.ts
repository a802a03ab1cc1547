import { expect, test } from 'vitest';
import { conditionFrom, draftFrom, newDraft, withDateKind, withOp } from './conditions';

const FORMAT = 'MM/dd/yyyy';

test('a typed month becomes the month of the condition, and is typed again to edit it', () => {
  const draft = { ...withDateKind(newDraft('date'), 'month'), value: '3/2026' };
  const condition = {
    field: 'date',
    op: 'is',
    value: '2026-03',
    type: 'date',
    options: { month: true },
  } as const;
  expect(conditionFrom(draft, FORMAT)).toEqual({ ok: true, condition });
  expect(draftFrom(condition, FORMAT)).toMatchObject({ dateKind: 'month', value: '03/2026' });
});

test('a month or year that cannot be read is refused', () => {
  for (const dateKind of ['month', 'year'] as const) {
    const draft = { ...withDateKind(newDraft('date'), dateKind), value: '13-20' };
    expect(conditionFrom(draft, FORMAT)).toEqual({ ok: false, code: 'date-format' });
  }
});

test('text still in the field of a list is part of the list; an empty list is refused', () => {
  const draft = { ...withOp(newDraft('notes'), 'oneOf'), value: ['rent'], pending: ' gift ' };
  expect(conditionFrom(draft, FORMAT)).toMatchObject({ condition: { value: ['rent', 'gift'] } });
  const empty = { ...draft, value: [], pending: ' ' };
  expect(conditionFrom(empty, FORMAT)).toEqual({ ok: false, code: 'no-empty-array' });
});

test('an operator that compares whole days takes a month or year back to a day', () => {
  const draft = { ...withDateKind(newDraft('date'), 'year'), value: '2026' };
  expect(withOp(draft, 'gt')).toMatchObject({ op: 'gt', dateKind: 'day', value: null });
});
