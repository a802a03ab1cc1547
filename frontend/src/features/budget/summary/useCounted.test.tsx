import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCounted } from './useCounted';

let frames: FrameRequestCallback[] = [];
let isReduced = false;

beforeEach(() => {
  frames = [];
  isReduced = false;
  Element.prototype.animate = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.splice(frame - 1, 1));
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const frameAt = (time: number) =>
  act(() => {
    for (const draw of frames.splice(0)) draw(time);
  });

function Amount({ cell, value }: { cell: string; value: number | undefined }) {
  return <>{useCounted(cell, value)}</>;
}

function show(value: number | undefined) {
  const page = render(<Amount cell="a" value={value} />);
  const { textContent } = page.container;
  expect(textContent).toBe(value === undefined ? '' : `${value}`);
  return {
    text: () => page.container.textContent,
    change: (next: number, cell = 'a') => page.rerender(<Amount cell={cell} value={next} />),
  };
}

it('a new amount is counted up to, and reached', () => {
  const { text, change } = show(100);
  change(400);
  expect(text()).toBe('100');
  frameAt(1000);
  frameAt(1075);
  expect(text()).toBe('250');
  frameAt(1150);
  expect(text()).toBe('400');
  expect(frames).toEqual([]);
});

it('another change meanwhile goes to the newest amount', () => {
  const { text, change } = show(100);
  change(400);
  frameAt(1000);
  change(0);
  frameAt(1050);
  frameAt(1200);
  expect(text()).toBe('0');
});

it('another change meanwhile starts from the amount that is shown', () => {
  const { text, change } = show(100);
  change(400);
  frameAt(1000);
  frameAt(1075);
  change(300);
  expect(text()).toBe('250');
});

it('an interrupted count leaves nothing behind in another cell', () => {
  const { text, change } = show(100);
  change(400);
  frameAt(1000);
  frameAt(1075);
  change(400, 'b');
  expect(text()).toBe('400');
});

it('is there at once for another cell, a first amount and where less movement is wanted', () => {
  const { text, change } = show(100);
  change(900, 'b');
  expect(text()).toBe('900');
  isReduced = true;
  change(50, 'b');
  expect(text()).toBe('50');
  isReduced = false;
  const first = show(undefined);
  first.change(70);
  expect(first.text()).toBe('70');
});
