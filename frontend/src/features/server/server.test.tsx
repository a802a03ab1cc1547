import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { loadServer, useServer } from '@/lib/server/server';
import { FakeBackend } from '@/testing/fakeBackend';
import BootstrapPage from './BootstrapPage';
import ChangePasswordPage from './ChangePasswordPage';
import ConfigServerPage from './ConfigServerPage';
import ErrorPage from './ErrorPage';
import LoginPage from './LoginPage';

let backend: FakeBackend;
let url: string | null;
let isBootstrapped: boolean;
let needsSetupCode: boolean;

beforeEach(() => {
  useServer.setState({ url: undefined, user: undefined, version: null });
  url = 'https://sync.example';
  isBootstrapped = true;
  needsSetupCode = false;
  backend = new FakeBackend()
    .on('get-server-url', () => url)
    .on('get-server-version', () => ({ version: '26.9.0' }))
    .on('subscribe-get-user', () => null)
    .on('subscribe-needs-bootstrap', () => ({
      bootstrapped: isBootstrapped,
      availableLoginMethods: [],
      needsSetupCode,
    }))
    .on('set-server-url', (args) => {
      url = args.url;
      return null;
    })
    .install();
});

async function show(path: string) {
  await loadServer();
  const nothing = () => {};
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Budgets</h1> },
      { path: '/config-server', element: <ConfigServerPage /> },
      { path: '/login', element: <LoginPage onDemo={nothing} links={<a href="/">Others</a>} /> },
      { path: '/bootstrap', element: <BootstrapPage onDemo={nothing} /> },
      { path: '/error', element: <ErrorPage /> },
      { path: '/change-password', element: <ChangePasswordPage /> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const fault = (code: string) => () => {
  throw new CallError(code, 'from the backend');
};

test('without a server, signing in leads to where one is chosen', async () => {
  url = null;
  await show('/login');
  await title('Connect a server');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a new server leads to its first password, one with a password to signing in', async () => {
  isBootstrapped = false;
  await show('/login');
  await title('Welcome');
});

test('a server that cannot say how it is set up leads to the error screen', async () => {
  backend.on('subscribe-needs-bootstrap', fault('network-failure'));
  const user = await show('/login');
  await title('Server problem');
  expect(screen.getByRole('alert').textContent).toBe(
    'Unable to access server. Make sure the configured URL for the server is accessible.',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await title('Budgets');
});

test('without the own server that was chosen, the screen says what to do', async () => {
  backend.on('subscribe-needs-bootstrap', fault('own-server-off'));
  await show('/login');
  await title('Server problem');
  expect(screen.getByRole('alert').textContent).toBe(
    "Sobre's own sync server is not running. Start Sobre with --with-sync-server, or choose a server again.",
  );
  // The flag is in one piece, so that no line breaks at its hyphens.
  screen.getByText('--with-sync-server');
});

test.each([
  [
    'network-failure',
    'Server is not running at this URL. Make sure you have HTTPS set up properly.',
  ],
  ['invalid-server', 'Server does not look like an Actual-style server. Is it set up correctly?'],
])('an address refused with %s is told', async (code, words) => {
  backend.on('set-server-url', fault(code));
  const user = await show('/config-server');
  const field = await screen.findByLabelText('Server URL');
  await user.clear(field);
  await user.type(field, 'http://other.example{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test('a bare host that does not answer is tried with https:// and shown like that', async () => {
  backend.on('set-server-url', fault('network-failure'));
  url = null;
  const user = await show('/config-server');
  await user.type(await screen.findByLabelText('Server URL'), '{Enter}budget.example{Enter}');
  await screen.findByRole('alert');
  expect(backend.named('set-server-url').map(({ args }) => args)).toEqual([
    { url: 'budget.example' },
    { url: 'https://budget.example' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Server URL').value).toBe(
    'https://budget.example',
  );
});

test.each(['ftp://budget.example', 'some words'])('"%s" stays as it was typed', async (typed) => {
  backend.on('set-server-url', fault('network-failure'));
  url = null;
  const user = await show('/config-server');
  const field = await screen.findByLabelText<HTMLInputElement>('Server URL');
  await user.type(field, `${typed}{Enter}`);
  await screen.findByRole('alert');
  expect(field.value).toBe(typed);
  expect(backend.named('set-server-url')).toHaveLength(1);
  await user.type(field, 'x');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an error of the current origin stands beside that address', async () => {
  backend.on('set-server-url', fault('invalid-server'));
  const user = await show('/config-server');
  await user.click(await screen.findByRole('button', { name: 'Use current origin' }));
  await screen.findByRole('alert');
  expect(screen.getByLabelText<HTMLInputElement>('Server URL').value).toBe(location.origin);
});

test('a server is no longer used', async () => {
  const user = await show('/config-server');
  await user.click(await screen.findByRole('button', { name: 'Stop using a server' }));
  await title('Budgets');
  expect(useServer.getState()).toMatchObject({ url: null, user: null });
});

test.each([
  ['invalid-password', 'Invalid password'],
  ['network-failure', 'Unable to contact the server'],
  ['internal', "Whoops, an error occurred on our side! We'll try to get it fixed soon."],
])('signing in refused with %s is told', async (code, words) => {
  backend.on('subscribe-sign-in', fault(code));
  const user = await show('/login');
  await title('Sign in');
  await user.type(screen.getByLabelText('Password'), '{Enter}wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(backend.named('subscribe-sign-in').map(({ args }) => args)).toEqual([
    { password: 'wrong' },
  ]);
});

test('who is signed in comes to the files', async () => {
  backend.on('subscribe-sign-in', () => null);
  const user = await show('/login');
  await title('Sign in');
  backend.on('subscribe-get-user', () => ({ offline: false }));
  await user.type(screen.getByLabelText('Password'), 'right{Enter}');
  await title('Budgets');
  expect(useServer.getState().user).toEqual({ offline: false });
});

test('a first password is typed twice, and the mistakes are told on submit', async () => {
  isBootstrapped = false;
  backend.on('subscribe-bootstrap', () => null);
  const user = await show('/bootstrap');
  await title('Welcome');
  const [first, second] = [
    screen.getByLabelText('Password'),
    screen.getByLabelText('Confirm password'),
  ];
  const marked = () => [first, second].map((field) => field.getAttribute('aria-invalid'));
  await user.type(second, '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Password cannot be empty');
  expect([document.activeElement, marked()]).toEqual([first, ['true', null]]);
  await user.type(first, 'one');
  await screen.findByText('Passwords do not match');
  await user.type(first, '{Enter}');
  expect([document.activeElement, marked()]).toEqual([second, [null, 'true']]);
  await user.type(screen.getByLabelText('Confirm password'), 'one{Enter}');
  await title('Budgets');
  expect(backend.named('subscribe-bootstrap')[0]?.args).toEqual({ password: 'one' });
  expect(screen.queryByLabelText('Setup code')).toBeNull();
});

test('a server elsewhere is asked for with its setup code', async () => {
  isBootstrapped = false;
  needsSetupCode = true;
  backend.on('subscribe-bootstrap', () => {
    throw new CallError('invalid-setup-code', 'This is not the setup code.');
  });
  const user = await show('/bootstrap');
  await title('Welcome');
  const code = screen.getByLabelText('Setup code');
  await user.type(code, 'AAAA-BBBB-CCCC');
  await user.type(screen.getByLabelText('Password'), 'one');
  await user.type(screen.getByLabelText('Confirm password'), 'one{Enter}');
  await screen.findByText(/^Wrong setup code\./);
  const isWrong = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
  expect(isWrong(code)).toBe(true);
  expect(isWrong(screen.getByLabelText('Confirm password'))).toBe(false);
  expect(document.activeElement).toBe(code);
  backend.on('subscribe-bootstrap', () => null);
  await user.clear(code);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, ' DDDD-EEEE-FFFF {Enter}');
  await title('Budgets');
  expect(backend.named('subscribe-bootstrap').map(({ args }) => args)).toEqual([
    { password: 'one', setupCode: 'AAAA-BBBB-CCCC' },
    { password: 'one', setupCode: 'DDDD-EEEE-FFFF' },
  ]);
});

test('a changed password is confirmed before the files come back', async () => {
  backend.on('subscribe-change-password', () => null);
  const user = await show('/change-password');
  await user.type(await screen.findByLabelText('Password'), 'new');
  await user.type(screen.getByLabelText('Confirm password'), 'new{Enter}');
  expect((await screen.findByRole('status')).textContent).toBe('Password successfully changed');
  await waitFor(() => title('Budgets'), { timeout: 5_000 });
});

test('a password that the server cannot change is told', async () => {
  backend.on('subscribe-change-password', fault('internal'));
  const user = await show('/change-password');
  await user.type(await screen.findByLabelText('Password'), 'new');
  await user.type(screen.getByLabelText('Confirm password'), 'new{Enter}');
  await screen.findByText('Internal server error');
});

test('a new password may sign the other devices out', async () => {
  backend.on('subscribe-change-password', () => null);
  backend.on('subscribe-sign-out-others', () => ({ ended: 2 }));
  const user = await show('/change-password');
  await user.type(await screen.findByLabelText('Password'), 'new');
  await user.type(screen.getByLabelText('Confirm password'), 'new');
  const lead = 'Devices that are signed in already stay signed in.';
  expect(screen.getByText(lead)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Sign out all other devices' }));
  expect(screen.queryByText(lead)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect((await screen.findByRole('status')).textContent).toBe(
    'Password successfully changed. 2 other devices were signed out.',
  );
});

test('a server that cannot sign others out has changed the password all the same', async () => {
  backend.on('subscribe-change-password', () => null);
  backend.on('subscribe-sign-out-others', fault('not-supported'));
  const user = await show('/change-password');
  await user.click(await screen.findByRole('checkbox', { name: 'Sign out all other devices' }));
  await user.type(screen.getByLabelText('Password'), 'new');
  await user.type(screen.getByLabelText('Confirm password'), 'new{Enter}');
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Password successfully changed. Other devices stay signed in./,
  );
});

test('while the server is asked how it is set up, the page says that it waits', async () => {
  let answer = () => {};
  backend.on(
    'subscribe-needs-bootstrap',
    () =>
      new Promise((resolve) => {
        answer = () =>
          resolve({ bootstrapped: true, availableLoginMethods: [], needsSetupCode: false });
      }),
  );
  await show('/login');
  expect((await screen.findByRole('status')).textContent).toBe('Loading…');
  answer();
  await title('Sign in');
});
