import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { budgetCells } from '@/testing/budgetCells';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { cells, startSheet } from './sheet';
import { useAmountCell, useAmountSum } from './useCell';

let backend: FakeBackend;
const drawn: string[] = [];

function Probe({ name }: { name: string }) {
  const value = useAmountCell('budget202611', name);
  drawn.push(name);
  return <output aria-label={name}>{value ?? 'unknown'}</output>;
}

function Sum() {
  return <output aria-label="sum">{useAmountSum('budget202611', ['food', 'rent'])}</output>;
}

const frame = () =>
  act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

beforeEach(async () => {
  cells.clear();
  drawn.length = 0;
  backend = new FakeBackend().install();
  backend.on('get-budget-cells', ({ months }) =>
    budgetCells(
      months,
      new Map([
        ['budget202611!food', 100],
        ['budget202611!rent', 200],
      ]),
    ),
  );
  const stop = startSheet();
  await settle();
  return stop;
});

async function show() {
  render(
    <>
      <Probe name="food" />
      <Probe name="rent" />
    </>,
  );
  await frame();
  await act(() => settle());
}

const change = (origin: string | null, value: number) =>
  act(() =>
    backend.push('cells-changed', { revision: 2, origin, cells: [['budget202611!food', value]] }),
  );

test('unknown cells of a month are loaded with one call', async () => {
  await show();
  expect(screen.getByLabelText('food').textContent).toBe('100');
  expect(backend.named('get-budget-cells')).toHaveLength(1);
});

test('a change redraws that one cell', async () => {
  await show();
  drawn.length = 0;
  change('tab-1', 150);
  expect(screen.getByLabelText('food').textContent).toBe('150');
  expect(drawn).toEqual(['food']);
});

test('a sum is known with all its cells and follows each of them', async () => {
  render(<Sum />);
  expect(screen.getByLabelText('sum').textContent).toBe('');
  await frame();
  await act(() => settle());
  expect(screen.getByLabelText('sum').textContent).toBe('300');
  change('tab-1', 150);
  expect(screen.getByLabelText('sum').textContent).toBe('350');
  change('tab-1', 2 ** 62);
  expect(screen.getByLabelText('sum').textContent).toBe(String(2 ** 62));
});
