import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cellIn, cellOf, nameOf, renderBudget } from '../testing/renderBudget';

vi.setConfig({ testTimeout: 20_000 });

/** The rows and cells that flashed. */
let flashed: string[] = [];
let stop = () => {};

beforeEach(() => {
  flashed = [];
  Element.prototype.animate = function animate(this: Element) {
    const row = this.closest('[data-row-id]')?.getAttribute('data-row-id');
    flashed.push([row, this.getAttribute('data-cell')].filter(Boolean).join(' '));
    return {} as Animation;
  };
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

async function show() {
  const page = await renderBudget();
  stop = page.finish;
  flashed = [];
  return page;
}

it('what a menu changed flashes as a row, a typed amount as its cell', async () => {
  const page = await show();
  cellOf('Budgeted November 2026 400.00').focus();
  await page.user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  await waitFor(() => expect(flashed).toEqual(['food']));
  flashed = [];
  await page.user.keyboard('5{Enter}');
  await waitFor(() => expect(flashed).toEqual(['food budget202611!budget-food']));
});

it('a category that is hidden fades from where it was, and its ghost goes', async () => {
  const page = await show();
  await page.user.click(screen.getByLabelText('General actions'));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByLabelText('General')).toBeNull());
  const ghost = document.querySelector('[class*=leaving]');
  expect(ghost?.textContent).toBe('General');
  expect(ghost?.getAttribute('aria-hidden')).toBe('true');
  if (ghost) fireEvent.animationEnd(ghost);
  expect(document.querySelector('[class*=leaving]')).toBeNull();
});

it('a closed group opens when a dragged category rests on it for 700 ms', async () => {
  const page = await show();
  await page.user.click(screen.getByLabelText('Collapse Savings'));
  await waitFor(() => expect(screen.queryByText('House')).toBeNull());
  const body = document.querySelector('[data-grid-body]');
  // Far from its edges, where the list would scroll.
  if (body) body.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 640);
  vi.useFakeTimers();
  const [rowHeight, savings] = [32, 4];
  const food = { button: 0, pointerType: 'mouse', clientX: 20, clientY: 1.5 * rowHeight };
  fireEvent.pointerDown(nameOf('Food'), food);
  fireEvent.pointerMove(window, { clientX: 20, clientY: (savings + 0.5) * rowHeight });
  await act(() => vi.advanceTimersByTimeAsync(650));
  fireEvent.pointerMove(window, { clientX: 24, clientY: (savings + 0.6) * rowHeight });
  await act(() => vi.advanceTimersByTimeAsync(49));
  const saved = page.named('save-prefs').length;
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(page.named('save-prefs')).toHaveLength(saved + 1));
  fireEvent.pointerCancel(window);
  await waitFor(() => cellIn('House', 'Budgeted November 2026 100.00'));
});
