import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRested } from './useRested';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Value({ value }: { value: string }) {
  return <>{useRested(value)}</>;
}

it('follows a single change at once, and quick ones when they rest', () => {
  const page = render(<Value value="a" />);
  const change = (value: string) => page.rerender(<Value value={value} />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(1000);
  change('b');
  expect(page.container.textContent).toBe('b');
  for (const value of ['c', 'd', 'e']) {
    pass(30);
    change(value);
  }
  expect(page.container.textContent).toBe('b');
  pass(150);
  expect(page.container.textContent).toBe('e');
});
