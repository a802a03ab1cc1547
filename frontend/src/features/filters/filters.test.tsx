import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createView, ViewContext, type ViewStore } from '@/domain/transactions/view';
import { useActions } from '@/lib/actions/useActions';
import { startKeys } from '@/lib/keys/keys';
import { lists } from '@/lib/lists/lists';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { NARROW_ACTIONS } from './actions/narrow';
import { FilterButton } from './FilterButton';
import { FilterChips } from './FilterChips';
import { givenView } from './navigation';
import { SEARCH_MS, SearchBox } from './SearchBox';
import { useNarrowParts } from './useNarrowParts';

let errors: string[] = [];
let stopKeys = () => {};
let view: ViewStore;

beforeEach(async () => {
  errors = [];
  lists.clear();
  view = createView();
  stopKeys = startKeys();
  new FakeBackend()
    .on('accounts-get', () => [])
    .on(
      'payees-get',
      () =>
        [
          { id: 'bakery', name: 'Bakery', transfer_acct: null },
          { id: 'aldi', name: 'Aldi', transfer_acct: null },
        ] as never,
    )
    .on('query', () => ({ data: [], dependencies: [] }))
    .on('get-categories', () => ({ grouped: [], list: [] }))
    .on('make-filters-from-conditions', ({ conditions }) => ({
      filters: errors.length > 0 ? [] : conditions.map((condition) => ({ made: condition })),
      errors,
    }))
    .install();
  await settle();
});
afterEach(() => {
  stopKeys();
  vi.useRealTimers();
});

function Narrowing() {
  const parts = useNarrowParts();
  useActions('register', NARROW_ACTIONS, parts);
  return (
    <>
      <SearchBox parts={parts} />
      <FilterButton parts={parts} />
      <FilterChips />
    </>
  );
}

function mount() {
  render(
    <ViewContext value={view}>
      <Narrowing />
    </ViewContext>,
  );
  return userEvent.setup();
}

async function choose(user: ReturnType<typeof userEvent.setup>, field: string) {
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(screen.getByRole('menuitem', { name: field }));
  return screen.findByRole('dialog', { name: `Filter by ${field.toLowerCase()}` });
}
const filters = () => view.getState().filters;

test('a condition is built by keyboard alone and becomes a chip', async () => {
  const user = mount();
  await choose(user, 'Payee');
  await user.keyboard('bak');
  await screen.findByRole('option', { name: 'Bakery' });
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Payee is Bakery, edit' });
  const condition = { field: 'payee', op: 'is', value: 'bakery', type: 'id' };
  expect(filters()).toMatchObject([{ condition, expressions: [{ made: condition }] }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Enter on text that could be several payees applies nothing', async () => {
  const user = mount();
  await choose(user, 'Payee');
  await user.keyboard('a');
  await screen.findByRole('option', { name: 'Bakery' });
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('x{Enter}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(filters()).toEqual([]);
});

test('what the backend finds wrong is an alert with the name of the field', async () => {
  const user = mount();
  const dialog = await choose(user, 'Amount');
  errors = ['not-number'];
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Amount: Value must be a number');
  expect(filters()).toEqual([]);
});

test('a month is typed in its form of the date format; anything else is refused', async () => {
  const user = mount();
  const dialog = await choose(user, 'Date');
  await user.click(within(dialog).getByRole('radio', { name: 'Month' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Month' }), '2026-11{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Date: Invalid date format');
  await user.clear(within(dialog).getByRole('textbox', { name: 'Month' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Month' }), '11/2026{Enter}');
  await screen.findByRole('button', { name: 'Date is November 2026, edit' });
  expect(filters()[0]?.condition).toMatchObject({ value: '2026-11', options: { month: true } });
});

test('a month or a year can only be equal', async () => {
  const user = mount();
  const dialog = await choose(user, 'Date');
  await user.click(within(dialog).getByRole('radio', { name: 'Year' }));
  await user.click(within(dialog).getByRole('radio', { name: 'is after' }));
  expect(within(dialog).queryByRole('radio', { name: 'Year' })).toBeNull();
  expect(within(dialog).getByRole('textbox', { name: 'Day' })).toBeTruthy();
});

test('a range of days is one press', async () => {
  const user = mount();
  const dialog = await choose(user, 'Date');
  await user.click(within(dialog).getByRole('button', { name: 'Last 3 months' }));
  await screen.findByText('Date: last 3 months');
  expect(filters()[0]?.expressions).toMatchObject([
    { made: { op: 'gte', value: '2026-09-01' } },
    { made: { op: 'lte', value: '2026-11-30' } },
  ]);
});

test('outflow is an amount with an option, between has two ends', async () => {
  const user = mount();
  const dialog = await choose(user, 'Outflow');
  await user.click(within(dialog).getByRole('radio', { name: 'is between' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'From' }), '10');
  await user.type(within(dialog).getByRole('textbox', { name: 'To' }), '5*4{Enter}');
  await screen.findByRole('button', { name: 'Outflow is between 10.00 and 20.00, edit' });
  expect(filters()[0]?.condition).toMatchObject({
    field: 'amount',
    value: { num1: 1000, num2: 2000 },
    options: { outflow: true },
  });
});

test('several values are tokens; one value is carried over to them', async () => {
  const user = mount();
  const dialog = await choose(user, 'Payee');
  await user.keyboard('bak');
  await screen.findByRole('option', { name: 'Bakery' });
  await user.keyboard('{Tab}');
  await user.click(within(dialog).getByRole('radio', { name: 'is one of' }));
  await within(dialog).findByRole('button', { name: 'Remove Bakery' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Add payee' }));
  await user.keyboard('ald{Enter}');
  await within(dialog).findByRole('button', { name: 'Remove Aldi' });
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Payee is one of Bakery, Aldi, edit' });
});

test('a chip is edited in place, removed with Backspace, and all are cleared at once', async () => {
  const user = mount();
  const dialog = await choose(user, 'Notes');
  await user.type(within(dialog).getByRole('textbox', { name: 'Text' }), 'rent{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Notes contains “rent”, edit' }));
  const text = await screen.findByRole('textbox', { name: 'Text' });
  await user.clear(text);
  await user.type(text, 'flat{Enter}');
  const chip = await screen.findByRole('button', { name: 'Notes contains “flat”, edit' });
  expect(filters()).toHaveLength(1);
  act(() => chip.focus());
  await user.keyboard('{Backspace}');
  expect(filters()).toEqual([]);
  act(() => view.setState(givenView({ category: 'food', month: '2026-11' })));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(filters()).toEqual([]);
});

test('the search waits for a pause in typing', () => {
  vi.useFakeTimers();
  mount();
  fireEvent.keyDown(document.body, { key: '/' });
  const box = screen.getByRole('searchbox', { name: 'Search' });
  expect(document.activeElement).toBe(box);
  fireEvent.change(box, { target: { value: 'ba' } });
  act(() => void vi.advanceTimersByTime(SEARCH_MS - 1));
  fireEvent.change(box, { target: { value: 'bak' } });
  act(() => void vi.advanceTimersByTime(SEARCH_MS - 1));
  expect(view.getState().search).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(view.getState().search).toBe('bak');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(view.getState()).toMatchObject({ search: '', searchExpression: null });
});

test('the way from the budget brings category and month, of accounts on budget', () => {
  const given = givenView({ filterName: 'Food', category: 'food', month: '2026-11', goBack: true });
  expect(given.filterName).toBe('Food');
  expect(given.filters.flatMap(({ expressions }) => expressions)).toEqual([
    { category: { $eq: 'food' } },
    { date: [{ $gte: '2026-11-00' }, { $lte: '2026-11-99' }] },
    { 'account.offbudget': false },
  ]);
  expect(givenView({ category: 'food', month: 'x' })).toEqual({ filterName: null, filters: [] });
  expect(givenView(null)).toEqual({ filterName: null, filters: [] });
});

test('the way from the palette brings a payee or words to search for', () => {
  const { filters } = givenView({ payee: 'p1' });
  expect(filters.map(({ condition }) => condition)).toEqual([
    { field: 'payee', op: 'is', value: 'p1', type: 'id' },
  ]);
  expect(givenView({ search: 'bak' })).toEqual({ filterName: null, filters: [], search: 'bak' });
});

test('what stands in the field of a list is applied too, and an empty list is refused', async () => {
  const user = mount();
  const dialog = await choose(user, 'Notes');
  await user.click(within(dialog).getByRole('radio', { name: 'is one of' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Notes: Value cannot be empty',
  );
  await user.type(within(dialog).getByRole('textbox', { name: 'Add text' }), 'rent');
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(filters()).toHaveLength(1));
  expect(filters()[0]?.condition?.value).toEqual(['rent']);
});

test('a text that is no day is told by the builder', async () => {
  const user = mount();
  const dialog = await choose(user, 'Date');
  await user.type(within(dialog).getByRole('textbox', { name: 'Day' }), 'foo{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Date: Invalid date format');
  expect(filters()).toHaveLength(0);
});
