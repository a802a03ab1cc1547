import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBackend } from '@/testing/fakeBackend';
import { FatalScreen } from './FatalScreen';
import { startMissingParts } from './missingParts';

let backend: FakeBackend;
let stop: () => void;
const reload = vi.fn();

beforeEach(async () => {
  sessionStorage.clear();
  reload.mockClear();
  backend = new FakeBackend().install();
  await vi.waitFor(() => expect(backend.connection.state.getState().status).toBe('open'));
  stop = startMissingParts(reload);
});
afterEach(() => stop());

const miss = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

test('a part of an older page that is gone loads the page anew, once', () => {
  miss();
  miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('what fails until the page is there anew is no fault of the app', () => {
  const screenOf = () => render(createElement(FatalScreen, { error: new Error('no part') }));
  miss();
  const { unmount } = screenOf();
  screen.getByRole('status', { name: 'Reloading the page' });
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  // The page that came is without it too.
  stop();
  stop = startMissingParts(reload);
  miss();
  expect(reload).toHaveBeenCalledTimes(1);
  screenOf();
  screen.getByRole('alert');
});

test('while the program is away the page stays', () => {
  backend.drop();
  miss();
  expect(reload).not.toHaveBeenCalled();
});
