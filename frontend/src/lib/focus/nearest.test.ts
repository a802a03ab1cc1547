import { expect, test } from 'vitest';
import { nearest } from './nearest';

/** A box at a place of a grid, whose cells are 10 by 10 pixels with gaps of 2. */
function box(id: string, column: number, row: number, columns = 1): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  const [left, top] = [column * 12, row * 12];
  const rect = { left, top, right: left + columns * 12 - 2, bottom: top + 10 };
  element.getBoundingClientRect = () => rect as DOMRect;
  return element;
}

test('arrow keys go to what stands next in their direction, in the same row or column first', () => {
  const [a, b, wide, c] = [box('a', 0, 0), box('b', 1, 0), box('wide', 0, 1, 2), box('c', 2, 1)];
  const all = [a, b, wide, c];
  const next = (way: Parameters<typeof nearest>[0], from: HTMLElement) =>
    nearest(way, from, all)?.id;
  expect(next('ArrowRight', a)).toBe('b');
  expect(next('ArrowDown', b)).toBe('wide');
  expect(next('ArrowUp', wide)).toBe('a');
  expect(next('ArrowRight', wide)).toBe('c');
  expect(next('ArrowLeft', a)).toBeUndefined();
});
