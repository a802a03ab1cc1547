import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Directed, shownAmount, shownLeft, turn, withAmount } from './direction';
import { addPart, newDraft, splitDraft } from './draft';
import { amountLeft } from './splits';

function start(): Directed {
  const draft = newDraft({ id: 'new', date: '2026-11-20', account: 'bank' });
  return { draft, direction: 'payment' };
}
const amountOf = (state: Directed) => state.draft.split.row.amount;

test('an amount is a payment until it is said to be a deposit', () => {
  const state = withAmount(start(), 'new', 1250);
  expect(amountOf(state)).toBe(-1250);
  expect(shownAmount(state, amountOf(state))).toBe(1250);
  expect(amountOf(turn(state))).toBe(1250);
});

test('typing a negative amount turns the direction round', () => {
  const state = withAmount(start(), 'new', -300);
  expect(state.direction).toBe('deposit');
  expect(amountOf(state)).toBe(300);
});

test('an emptied amount is zero, not minus zero', () => {
  expect(Object.is(amountOf(withAmount(start(), 'new', null)), 0)).toBe(true);
  expect(Object.is(amountOf(turn(start())), -0)).toBe(false);
});

test('the parts of a payment are shown as positive as the whole', () => {
  const whole = withAmount(start(), 'new', 1000);
  let state: Directed = { ...whole, draft: splitDraft(whole.draft, 'a') };
  state = withAmount(state, 'a', 400);
  expect(shownLeft(state)).toBe(600);
  state = { ...state, draft: addPart(state.draft, 'b') };
  expect(state.draft.split.children.map(({ amount }) => amount)).toEqual([-400, -600]);
  expect(shownLeft(state)).toBe(0);
});

test('turning twice changes nothing, and what is left turns with the rest', () => {
  const cents = fc.integer({ min: -9_999, max: 9_999 });
  fc.assert(
    fc.property(cents, cents, (amount, part) => {
      const whole = withAmount(start(), 'new', amount);
      let state: Directed = { ...whole, draft: splitDraft(whole.draft, 'a') };
      state = withAmount({ ...state, draft: { ...state.draft, followsParts: false } }, 'a', part);
      const once = turn(state);
      expect(amountLeft(once.draft.split) + amountLeft(state.draft.split)).toBe(0);
      expect(shownLeft(once)).toBe(shownLeft(state));
      expect(turn(once)).toEqual(state);
    }),
  );
});
