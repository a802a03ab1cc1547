import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFile } from '@/lib/files/openFile';
import { FakeBackend } from '@/testing/fakeBackend';
import { LoadingScreen } from './LoadingScreen';

beforeEach(() => {
  vi.useFakeTimers();
  new FakeBackend().install();
  openFile.setState({ stage: 'closed', id: null, loadingText: null });
  render(<LoadingScreen />);
});
afterEach(() => vi.useRealTimers());

const say = (loadingText: string | null) => act(() => openFile.setState({ loadingText }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.queryByRole('status')?.textContent ?? null;

test('a wait shorter than 150 ms shows nothing', () => {
  say('Making demo...');
  pass(149);
  say(null);
  pass(1_000);
  expect(shown()).toBeNull();
});

test('a longer wait shows its text for at least 300 ms', () => {
  say('Making demo...');
  pass(150);
  expect(shown()).toBe('Making demo...');
  say(null);
  pass(299);
  expect(shown()).toBe('Making demo...');
  pass(1);
  expect(shown()).toBeNull();
});

test('the next text takes the place of the first at once', () => {
  say('Importing...');
  pass(150);
  say('Closing...');
  pass(0);
  expect(shown()).toBe('Closing...');
});
