import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBackend } from '@/testing/fakeBackend';
import { signBrowserOut, signOutEverywhere, startSession, useBrowserSession } from './session';

let backend: FakeBackend;
let stop: () => void;
let answer: () => Response;
const went = vi.fn();

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  went.mockClear();
  vi.stubGlobal('location', { ...location, assign: went });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
  answer = () => json({ result: { byPassword: true } });
  useBrowserSession.setState({ byPassword: false });
  backend = new FakeBackend().install();
  stop = startSession();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('how this browser was let in is asked when the backend greets', async () => {
  await vi.waitFor(() => expect(useBrowserSession.getState().byPassword).toBe(true));
  expect(went).not.toHaveBeenCalled();
});

test('a connection that is lost because the session ended leads to the password', async () => {
  await vi.waitFor(() => expect(useBrowserSession.getState().byPassword).toBe(true));
  answer = () => json({ error: { code: 'unauthorized' } }, 401);
  backend.drop();
  await vi.waitFor(() => expect(went).toHaveBeenCalledWith('/'));
});

test('a backend that is merely away leaves the page where it is', async () => {
  await vi.waitFor(() => expect(useBrowserSession.getState().byPassword).toBe(true));
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  backend.drop();
  await Promise.resolve();
  expect(went).not.toHaveBeenCalled();
});

test('signing out ends the session and leads to the password', async () => {
  answer = () => json({ status: 'ok' });
  await signBrowserOut();
  expect(went).toHaveBeenCalledWith('/');
  went.mockClear();
  answer = () => new Response(null, { status: 500 });
  await expect(signBrowserOut()).rejects.toMatchObject({ code: 'internal' });
  expect(went).not.toHaveBeenCalled();
});

test('signing out everywhere reconnects with the new cookie, or leads to the password', async () => {
  answer = () => json({ result: { staysIn: true } });
  await signOutEverywhere();
  expect(fetch).toHaveBeenCalledWith('/api/sign-out-everywhere', { method: 'POST' });
  expect(backend.named('load-global-prefs')).toHaveLength(1);
  expect(went).not.toHaveBeenCalled();
  answer = () => json({ result: { staysIn: false } });
  await signOutEverywhere();
  expect(went).toHaveBeenCalledWith('/');
  went.mockClear();
  answer = () => json({ error: { code: 'storage-full', message: 'The disk is full.' } }, 500);
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'storage-full' });
  expect(went).not.toHaveBeenCalled();
});
