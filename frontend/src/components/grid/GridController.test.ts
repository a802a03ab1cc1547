import { expect, it, vi } from 'vitest';
import { GridController } from './GridController';
import { createGridStore } from './gridStore';
import type { RowSource } from './rowSource';

/** A long list of which only the loaded rows are known. */
class LongSource implements RowSource<{ id: string }> {
  readonly count = 1000;
  readonly isReady = true;
  version = 0;
  readonly loaded = new Set([0, 1, 2]);
  keyAt = (index: number) => (this.loaded.has(index) ? `r${index}` : null);
  indexOf = (key: string) => (this.loaded.has(Number(key.slice(1))) ? Number(key.slice(1)) : -1);
  rowAt = (index: number) => (this.loaded.has(index) ? { id: `r${index}` } : undefined);
  subscribe = () => () => {};
}

it('a jump to a row far away arrives once it is loaded, whatever is drawn meanwhile', () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const source = new LongSource();
  const grid = new GridController(createGridStore(), source);
  grid.noteFocus({ rowId: 'r1', column: 'name' });
  grid.moveToEdge('last', false);
  grid.update(source);
  frames.shift()?.();
  expect(grid.store.getState().focus?.rowId).toBe('r1');
  source.loaded.add(999);
  grid.update(source);
  for (const frame of frames.splice(0)) frame();
  expect(grid.store.getState().focus?.rowId).toBe('r999');
  vi.unstubAllGlobals();
});

it('a keyboard that comes back to the grid goes to the cell that has the focus by then', () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const source = new LongSource();
  const grid = new GridController(createGridStore(), source);
  const root = document.createElement('div');
  const cell = (row: string) =>
    `<div data-row-id="${row}"><button type="button" data-col="name">${row}</button></div>`;
  root.innerHTML = cell('r1') + cell('r2');
  root.tabIndex = -1;
  root.addEventListener('focusin', ({ target }) => {
    const row = target instanceof Element && target.closest('[data-row-id]');
    if (row) grid.noteFocus({ rowId: row.getAttribute('data-row-id') ?? '', column: 'name' });
  });
  document.body.append(root);
  grid.root = root;
  grid.noteFocus({ rowId: 'r1', column: 'name' });
  root.focus();
  grid.update(source);
  grid.focus({ rowId: 'r2', column: 'name' });
  for (const frame of frames.splice(0)) frame();
  expect(document.activeElement?.textContent).toBe('r2');
  root.remove();
  vi.unstubAllGlobals();
});

it('a jump from the title of a column takes the keyboard from there', () => {
  const source = new LongSource();
  const grid = new GridController(createGridStore(), source);
  const root = document.createElement('div');
  root.innerHTML = `
    <div role="columnheader" tabindex="-1"></div>
    <div data-row-id="r999"><button type="button" data-col="name"></button></div>`;
  document.body.append(root);
  grid.root = root;
  grid.noteFocus({ rowId: 'r0', column: 'name' });
  root.querySelector<HTMLElement>('[role=columnheader]')?.focus();
  grid.moveToEdge('last', false);
  source.loaded.add(999);
  grid.update(source);
  expect(document.activeElement).toBe(root.querySelector('button'));
  root.remove();
});
