import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOpenFile, useOpenFile, whileLoading } from '@/lib/files/openFile';
import { FakeBackend } from '@/testing/fakeBackend';
import { LoadingScreen } from './LoadingScreen';

let backend: FakeBackend;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  backend = new FakeBackend().install();
  stop = startOpenFile(() => undefined);
  useOpenFile.setState({ stage: 'closed', id: null, loadingText: null, status: null });
  render(<LoadingScreen />);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const say = (loadingText: string | null) => act(() => useOpenFile.setState({ loadingText }));
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

const tell = (status: 'downloading' | 'checking' | 'opening') => {
  act(() => backend.push('update-loading-status', { status }));
  pass(0);
};

test('a download tells how far it is, and the next wait begins with words of its own', async () => {
  let finish = () => {};
  const work = () =>
    new Promise<void>((done) => {
      finish = done;
    });
  let waiting = Promise.resolve();
  act(() => {
    waiting = whileLoading('Downloading...', work);
  });
  pass(150);
  expect(shown()).toBe('Downloading...');
  tell('checking');
  expect(shown()).toBe('Checking the file…');
  tell('opening');
  expect(shown()).toBe('Opening the budget…');
  await act(async () => {
    finish();
    await waiting;
  });
  say('Closing...');
  pass(0);
  expect(shown()).toBe('Closing...');
});

test('a budget opened at the start is told of, one that nothing waits for is not', () => {
  tell('opening');
  pass(1_000);
  expect(shown()).toBeNull();
  act(() => useOpenFile.setState({ stage: 'starting' }));
  pass(150);
  expect(shown()).toBe('Connecting…');
  tell('opening');
  expect(shown()).toBe('Opening the budget…');
});
