import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { addFilter, createView, ViewContext, type ViewStore } from '@/domain/transactions/view';
import type { Condition } from '@/generated/contract';
import { step } from '@/lib/history/steps';
import { lists, startLists } from '@/lib/lists/lists';
import { closeAllModals } from '@/lib/modals/modals';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { FilterButton } from './FilterButton';
import { FilterChips } from './FilterChips';
import { applySaved, isSame, keptOf, type SavedFilter } from './saved';
import { useNarrowParts } from './useNarrowParts';

const BIG: Condition = { field: 'amount', op: 'gt', value: 10_000, type: 'number' };
const RENT: Condition = { field: 'notes', op: 'contains', value: 'rent', type: 'string' };

let rows: SavedFilter[] = [];
let refusal: string | null = null;
let backend: FakeBackend;
let view: ViewStore;

beforeEach(async () => {
  rows = [{ id: 'f1', name: 'Big', conditions: [BIG], conditions_op: 'and' }];
  refusal = null;
  lists.clear();
  closeAllModals();
  clearNotices();
  view = createView();
  const written = () =>
    backend.push('sync-event', {
      type: 'applied',
      tables: ['transaction_filters'],
      rows: null,
      revision: 1,
      origin: null,
    });
  backend = new FakeBackend()
    .on('accounts-get', () => [])
    .on('get-categories', () => ({ grouped: [], list: [] }))
    .on('query', (args) => {
      const { table } = args as unknown as { table: string };
      return { data: table === 'transaction_filters' ? [...rows] : [], dependencies: [] };
    })
    .on('make-filters-from-conditions', ({ conditions }) => ({
      filters: refusal ? [] : conditions.map((condition) => ({ made: condition })),
      errors: refusal ? [refusal] : [],
    }))
    .on('filter-create', ({ name, conditions, conditionsOp }) => {
      const conditions_op = conditionsOp ?? 'and';
      rows.push({ id: 'f2', name, conditions: conditions as Condition[], conditions_op });
      written();
      return 'f2';
    })
    .on('filter-update', ({ id, ...changes }) => {
      rows = rows.map((row) => (row.id === id ? ({ ...row, ...changes } as SavedFilter) : row));
      written();
      return null;
    })
    .on('filter-delete', ({ id }) => {
      rows = rows.filter((row) => row.id !== id);
      written();
      return null;
    })
    .install();
  const stop = startLists();
  await settle();
  return stop;
});

function Filter() {
  return <FilterButton parts={useNarrowParts()} />;
}

function mount() {
  render(
    <ViewContext value={view}>
      <Filter />
      <FilterChips />
      <ModalStack />
    </ViewContext>,
  );
  return userEvent.setup();
}

const saved = (name: string | RegExp) => screen.findByRole('button', { name });
const add = (condition: Condition) =>
  addFilter(view, { condition, name: null, expressions: [{ made: condition }] });

async function bringBig(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Saved filter Big' }));
  await screen.findByRole('button', { name: 'Amount is greater than 100.00, edit' });
}

test('a saved filter is chosen from the menu and its chips can be edited', async () => {
  const user = mount();
  await bringBig(user);
  expect(view.getState().filters).toMatchObject([{ condition: BIG, expressions: [{ made: BIG }] }]);
  await saved('Saved filter Big');
});

test('the filters in force are saved under a name', async () => {
  const user = mount();
  add(RENT);
  await user.click(await saved('Save filter'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Name is required');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Flat {Enter}');
  await saved('Saved filter Flat');
  expect(backend.named('filter-create')[0]).toMatchObject({
    args: { name: 'Flat', conditions: [RENT], conditionsOp: 'and' },
    undo: { name: step('savedFilter', { name: 'Flat' }) },
  });
});

test('a change can be saved or given up', async () => {
  const user = mount();
  await bringBig(user);
  add(RENT);
  await user.click(await saved('Saved filter Big, changed'));
  await user.click(screen.getByRole('menuitem', { name: 'Revert to saved' }));
  await user.click(await saved('Saved filter Big'));
  expect(screen.queryByRole('menuitem', { name: 'Save changes' })).toBeNull();
  await user.keyboard('{Escape}');
  add(RENT);
  await user.click(await saved('Saved filter Big, changed'));
  await user.click(screen.getByRole('menuitem', { name: 'Save changes' }));
  await saved('Saved filter Big');
  expect(rows[0]?.conditions).toEqual([BIG, RENT]);
});

test('a saved filter is renamed and deleted; deleting leaves the list as it is', async () => {
  const user = mount();
  await bringBig(user);
  await user.click(await saved('Saved filter Big'));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Large{Enter}');
  await user.click(await saved('Saved filter Large'));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await saved('Save filter');
  expect(view.getState().filters).toHaveLength(1);
  expect(useNotices.getState().shown[0]).toMatchObject({ message: 'Deleted filter Large' });
});

test('a saved filter that cannot be applied says so and changes nothing', async () => {
  refusal = 'date-format';
  const user = mount();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Saved filter Big' }));
  await waitFor(() =>
    expect(useNotices.getState().shown[0]?.message).toBe('Big: Invalid date format'),
  );
  expect(view.getState().filters).toEqual([]);
});

test('conditions of which one is enough are one chip, and are kept as such', async () => {
  const either: SavedFilter = {
    id: 'f3',
    name: 'Either',
    conditions: [BIG, RENT],
    conditions_op: 'or',
  };
  expect(await applySaved(view, either)).toBeNull();
  const { filters } = view.getState();
  expect(filters).toHaveLength(1);
  expect(filters[0]?.expressions).toEqual([
    { $or: [{ $and: [{ made: BIG }] }, { $and: [{ made: RENT }] }] },
  ]);
  expect(isSame(either, keptOf(filters))).toBe(true);
  add(BIG);
  expect(keptOf(view.getState().filters)).toBeNull();
});

test('what the builder cannot build is a chip with a name and is kept all the same', async () => {
  const odd: Condition = { field: 'transfer', op: 'is', value: true, type: 'boolean' };
  const filter: SavedFilter = { id: 'f4', name: 'Odd', conditions: [odd], conditions_op: 'and' };
  expect(await applySaved(view, filter)).toBeNull();
  const { filters } = view.getState();
  expect(filters[0]).toMatchObject({ condition: null, name: 'transfer is' });
  expect(isSame(filter, keptOf(filters))).toBe(true);
});
