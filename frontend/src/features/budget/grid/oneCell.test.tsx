import { fireEvent, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { cellOf, renderBudget, smallBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

const drawn: string[] = [];

// Every figure of the screen in a profiler of its own: what is drawn again is counted.
vi.mock('./Figure', async (original) => {
  const { Figure } = await original<typeof import('./Figure')>();
  return {
    Figure: (props: Parameters<typeof Figure>[0]) => (
      <Profiler id="figure" onRender={() => drawn.push(props.amounts.format(props.value))}>
        <Figure {...props} />
      </Profiler>
    ),
  };
});

const barsDrawn: string[] = [];
vi.mock('./SpentBar', async (original) => {
  const { SpentBar } = await original<typeof import('./SpentBar')>();
  return {
    SpentBar: (props: Parameters<typeof SpentBar>[0]) => (
      <Profiler id="bar" onRender={() => barsDrawn.push(props.categoryId)}>
        <SpentBar {...props} />
      </Profiler>
    ),
  };
});

let finish = () => {};
afterEach(() => finish());

it('a changed amount redraws its own cell and the sums that change with it, nothing else', async () => {
  const page = await renderBudget();
  finish = page.finish;
  drawn.length = 0;
  await page.changeElsewhere((state) => {
    // Spending without a budget change: one amount, two balances, their groups and sums.
    state.budgeted['2026-11 car'] = 1234;
  });
  await waitFor(() => cellOf('Budgeted November 2026 12.34'));
  expect(drawn.filter((text) => text === '12.34')).toHaveLength(3);
  expect(drawn.length).toBeLessThan(16);
});

it('a single changed cell redraws a single figure', async () => {
  const page = await renderBudget();
  finish = page.finish;
  drawn.length = 0;
  await page.push([['budget202611!budget-bills', 4321]]);
  await waitFor(() => cellOf('Budgeted November 2026 43.21'));
  expect(drawn).toEqual(['43.21']);
});

it('a spent amount redraws itself and the bar of its row', async () => {
  const page = await renderBudget();
  finish = page.finish;
  drawn.length = 0;
  barsDrawn.length = 0;
  await page.push([['budget202611!sum-amount-food', -36000]]);
  await waitFor(() => cellOf('Spent November 2026 -360.00'));
  expect(drawn).toEqual(['-360.00']);
  expect(barsDrawn).toEqual(['food']);
});

it('moving the focus redraws no more than the cells it leaves and enters', async () => {
  const page = await renderBudget();
  finish = page.finish;
  cellOf('Budgeted November 2026 400.00').focus();
  await page.user.keyboard('{ArrowDown}');
  drawn.length = 0;
  await page.user.keyboard('{ArrowDown}');
  expect(drawn.length).toBeLessThanOrEqual(2);
});

/** Budgeted, spent and balance of two months. */
const FIGURES_OF_ROW = 6;

/** Rows of the grid that are drawn, by their place in the budget. */
const rowsDrawn = () =>
  [...document.querySelectorAll('[data-grid-body] [data-row-id]')].map((row) =>
    row.getAttribute('data-row-id'),
  );

it('scrolling draws the rows that come into view and none that stay', async () => {
  const state = smallBudget();
  const [first] = state.groups;
  const [pattern] = first?.categories ?? [];
  if (!first || !pattern) throw new Error('the small budget has no category');
  for (let count = 0; count < 200; count += 1) {
    first.categories.push({ ...pattern, id: `many-${count}`, name: `Many ${count}` });
  }
  const page = await renderBudget(state);
  finish = page.finish;
  const before = rowsDrawn();
  const body = document.querySelector<HTMLElement>('[data-grid-body]');
  if (!body) throw new Error('no rows');
  drawn.length = 0;
  body.scrollTop = 320;
  fireEvent.scroll(body);
  await waitFor(() => expect(rowsDrawn()).not.toEqual(before));
  const fresh = rowsDrawn().filter((id) => !before.includes(id));
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.length).toBeLessThan(before.length);
  // The row at the edge may be drawn once more.
  expect(drawn.length).toBeLessThanOrEqual((fresh.length + 1) * FIGURES_OF_ROW);
});
