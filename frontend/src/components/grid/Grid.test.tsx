import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Action } from '@/lib/actions/actions';
import { Grid, type GridRowProps } from './Grid';
import { type At, GridController } from './GridController';
import { GridHead } from './GridHead';
import { GridMenu } from './GridMenu';
import { forgetPlaces } from './gridPlaces';
import { createGridStore, useFocusedColumn } from './gridStore';
import { MOVEMENT } from './movement';
import { arraySource } from './rowSource';

interface Fruit {
  id: string;
  count: number;
}

class FruitGrid extends GridController<Fruit> {
  ran: string[] = [];
  override columnsAt() {
    return ['name', 'count'];
  }
  override get actions(): readonly Action<At<this>>[] {
    return [...FRUIT_ACTIONS, ...MOVEMENT];
  }
}

type FruitAt = At<FruitGrid>;
const note = (id: string) => (at: FruitAt) => void at.grid.ran.push(`${id} ${at.rowId}`);

const FRUIT_ACTIONS: readonly Action<FruitAt>[] = [
  { id: 'eat', label: 'Eat', keys: ['E'], run: note('eat') },
  {
    id: 'sell',
    label: 'Sell',
    keys: ['S'],
    reason: ({ rowId }) => (rowId === 'apple' ? 'Apples are not for sale' : undefined),
    run: note('sell'),
  },
  {
    id: 'row-menu',
    label: 'Row menu',
    keys: ['Shift+F10'],
    run: (at) => at.grid.openMenu('row', at),
  },
];

function Row({ row, style }: GridRowProps<Fruit>) {
  const focused = useFocusedColumn(row?.id ?? '');
  if (!row) return null;
  return (
    <div role="row" data-row-id={row.id} style={style}>
      {['name', 'count'].map((column) => (
        <div
          key={column}
          role="gridcell"
          data-col={column}
          tabIndex={focused === column ? 0 : -1}
          aria-label={`${column} of ${row.id}`}
        />
      ))}
    </div>
  );
}

const FRUITS = ['apple', 'banana', 'cherry'].map((id, count) => ({ id, count }));
let grid: FruitGrid;
let setFruits: (fruits: readonly Fruit[]) => void;

function Fruits() {
  const [fruits, set] = useState<readonly Fruit[]>(FRUITS);
  setFruits = set;
  const source = useMemo(() => arraySource(fruits), [fruits]);
  const [controller] = useState(() => new FruitGrid(createGridStore(), source));
  grid = controller;
  return (
    <Grid
      label="Fruits"
      controller={controller}
      source={source}
      columnCount={2}
      rowHeight={20}
      row={Row}
      data={{}}
      head={<GridHead columns={[{ id: 'name', title: 'Name' }]} />}
      empty="No fruits"
      keepAs="fruits"
    >
      <GridMenu grid={controller} kind="row" title={(at) => at.rowId} groups={[FRUIT_ACTIONS]} />
    </Grid>
  );
}

const cell = (row: string, column = 'name') => screen.getByLabelText(`${column} of ${row}`);
const isFocused = (row: string, column = 'name') => document.activeElement === cell(row, column);

beforeEach(() => {
  forgetPlaces();
  render(<Fruits />);
});

describe('focus', () => {
  it('begins at the first cell when the keyboard is nowhere', () => {
    expect(isFocused('apple')).toBe(true);
  });

  it('moves by arrows and keeps one tab stop', async () => {
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    expect(isFocused('banana', 'count')).toBe(true);
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });

  it('goes to the neighbour when the row is gone', async () => {
    await userEvent.keyboard('{ArrowDown}');
    act(() => setFruits(FRUITS.filter(({ id }) => id !== 'banana')));
    await waitFor(() => expect(isFocused('cherry')).toBe(true));
  });

  it('stays with a row that moves, and scrolls to it when the user moved it', async () => {
    await userEvent.keyboard('{ArrowDown}');
    const reached: number[] = [];
    grid.reach = (index) => reached.push(index);
    const { update } = grid;
    grid.update = (source) => {
      grid.reach = (index) => reached.push(index);
      update.call(grid, source);
    };
    grid.follow('banana');
    act(() => setFruits([FRUITS[0], FRUITS[2], FRUITS[1]] as Fruit[]));
    await waitFor(() => expect(isFocused('banana')).toBe(true));
    expect(reached).toContain(2);
  });

  it('leaves a keyboard alone that is elsewhere', async () => {
    const outside = document.body.appendChild(document.createElement('button'));
    act(() => outside.focus());
    act(() => setFruits(FRUITS.slice(1)));
    expect(document.activeElement).toBe(outside);
    outside.remove();
  });
});

it('coming back finds the cell that was left', async () => {
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  cleanup();
  render(<Fruits />);
  await waitFor(() => expect(isFocused('cherry', 'count')).toBe(true));
});

describe('actions', () => {
  it('run by their keys on the focused row, and say why they cannot', async () => {
    await userEvent.keyboard('es{ArrowDown}s');
    expect(grid.ran).toEqual(['eat apple', 'sell banana']);
  });

  it('take Ctrl+A from the page, whose text stays unselected', async () => {
    await userEvent.click(cell('banana'));
    const event = new KeyboardEvent('keydown', {
      key: 'a',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    act(() => void cell('banana').dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
  });

  it('are the menu of the row, with the reason beside', async () => {
    fireEvent.contextMenu(cell('apple'));
    const sell = await screen.findByRole('menuitem', { name: /Sell/ });
    expect(sell.textContent).toContain('Apples are not for sale');
    await userEvent.click(screen.getByRole('menuitem', { name: /Eat/ }));
    await waitFor(() => expect(grid.ran).toEqual(['eat apple']));
  });

  it('show what stands instead of rows', () => {
    act(() => setFruits([]));
    screen.getByText('No fruits');
  });
});
