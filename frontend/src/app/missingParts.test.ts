import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBackend } from '@/testing/fakeBackend';
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

test('while the program is away the page stays', () => {
  backend.drop();
  miss();
  expect(reload).not.toHaveBeenCalled();
});
