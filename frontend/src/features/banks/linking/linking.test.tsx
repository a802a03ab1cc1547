import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { type NamedModals, openModal, registerModal } from '@/lib/modals/named';
import { account, backendWith, show } from '@/testing/accounts';
import { DEMO_PROVIDERS, demoAccess, linked, offered } from '@/testing/demoBanks';
import type { FakeBackend } from '@/testing/fakeBackend';
import { BankDialog, type BankModal } from '../BankDialog';
import { firstChoices, NEW_OFF_BUDGET } from './chosenLinks';
import { likelyCountry } from './countries';
import { mendPem } from './mendPem';

let backend: FakeBackend;
const shown = vi.fn();
const toServer = vi.fn();

const MODALS: readonly BankModal[] = [
  'add-account',
  'set-up-provider',
  'choose-bank',
  'plaid-external-msg',
  'select-linked-accounts',
  'configure-linked-accounts',
];

function register(name: BankModal): void {
  registerModal(name, (args, close) => (
    <BankDialog
      opened={{ name, args } as never}
      onShow={shown}
      onServer={toServer}
      onClose={close}
    />
  ));
}

beforeEach(() => {
  shown.mockClear();
  for (const name of MODALS) register(name);
  backend = backendWith([account('cash'), account('card', { bankId: 'bank-1' })])
    .on('bank/providers', () => [...DEMO_PROVIDERS])
    .on('bank/accounts', () => demoAccess([offered('Everyday'), offered('Old', { known: 'card' })]))
    .on('bank/linked-accounts', () => [])
    .on('bank/configure', () => null)
    .on('bank/institutions', () => [
      { id: 'FI Aurora', name: 'Aurora', countries: ['FI'], psuTypes: ['personal', 'business'] },
      { id: 'FI Borealis', name: 'Borealis', countries: ['FI'] },
    ])
    .on('poll-web-token-stop', () => null)
    .on('accounts-connect', ({ accountIds }) => accountIds.map((id) => `new-${id}`))
    .on('accounts-link', () => null);
  // The test environment has no tabs to open.
  vi.spyOn(window, 'open').mockReturnValue(null);
});

function open<N extends BankModal>(name: N, args: NamedModals[N]) {
  const { user } = show(null);
  openModal(name, args);
  return user;
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = async (name: string | RegExp) =>
  (await screen.findByRole('button', { name })).click();

test('linking without a server is disabled and offers to set one up', async () => {
  backend.on('bank/providers', () => Promise.reject(new CallError('no-server')));
  open('add-account', {});
  await screen.findByText('Linking needs a server that fetches transactions from your bank.');
  expect(screen.queryByRole('button', { name: 'Set up a provider…' })).toBeNull();
  await press('Set up a server');
  expect(toServer).toHaveBeenCalled();
});

test('an existing account has no local option', async () => {
  open('add-account', { upgradingAccountId: 'cash' });
  await dialog('Link account');
  await screen.findByRole('button', { name: /^SimpleFIN/ });
  expect(screen.queryByRole('button', { name: /^Create a local account/ })).toBeNull();
});

test('SimpleFIN shows its accounts immediately and connects new ones', async () => {
  const user = open('add-account', {});
  await press(/^SimpleFIN/);
  const select = await dialog('Select accounts to link');
  within(select).getByText('Linked with card');
  await press('Next');
  const configure = await dialog('Set up the linked accounts');
  const name = within(configure).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await press('Link');
  within(configure).getByText('Name is required');
  await user.type(name, 'Daily');
  await press('Link');
  await screen.findByText('Linked');
  await dialog('Linked 1 account');
  expect(backend.named('accounts-connect')[0]?.args).toMatchObject({
    publicToken: 'handle-1',
    accountIds: ['Everyday'],
    choices: { Everyday: { name: 'Daily', importPending: true } },
  });
  await press('Show account');
  expect(shown).toHaveBeenCalledWith('new-Everyday');
});

test('Next does nothing while no account is selected', async () => {
  const access = demoAccess([offered('One'), offered('Two')]);
  open('select-linked-accounts', { access, upgradingAccountId: null });
  await press('Next');
  await screen.findByText('Select at least one account.');
});

test('with every account linked already there is nothing to choose', async () => {
  const access = demoAccess([offered('Old', { known: 'card' })]);
  open('select-linked-accounts', { access, upgradingAccountId: 'cash' });
  await screen.findByText(/^All your accounts at .* are linked already\.$/);
  await screen.findByText(/Linked with card/);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('an existing account is linked with exactly one account', async () => {
  const access = demoAccess([offered('One'), offered('Two')]);
  open('select-linked-accounts', { access, upgradingAccountId: 'cash' });
  (await screen.findByRole('radio', { name: /One/ })).click();
  (await screen.findByRole('radio', { name: /Two/ })).click();
  await press('Next');
  await screen.findByText('Linked with cash. Its existing transactions stay.');
  await press('Link');
  await screen.findByText('Linked');
  expect(backend.named('accounts-link').map(({ args }) => args)).toMatchObject([
    { accountId: 'Two', upgradingId: 'cash' },
  ]);
});

test('an account that fails shows the reason, and the others are linked', async () => {
  const access = demoAccess([offered('One'), offered('Two')]);
  backend
    .on('accounts-connect', () => Promise.reject(new CallError('bank-failed', 'Out of order.')))
    .on('bank/linked-accounts', () => [
      linked('cash', { status: 'timed-out', error: { type: 'TIMED_OUT', code: 'TIMED_OUT' } }),
    ]);
  open('configure-linked-accounts', {
    access,
    links: [
      { external: offered('One'), to: { offBudget: false } },
      { external: offered('Two'), to: { id: 'cash' } },
    ],
  });
  await press('Link');
  await screen.findByText('Not linked: Out of order.');
  await screen.findByText(/Linked, but the first import failed: Your bank took too long/);
  await dialog('Linked 1 of 2 accounts');
  // Each call needs its own token.
  expect(backend.named('bank/accounts')).toHaveLength(1);
});

test('the form keeps rejected credentials and shows the error at their field', async () => {
  const [simpleFin] = DEMO_PROVIDERS;
  const refused = new CallError('invalid-values', 'A value is missing or invalid.', {
    field: 'token',
  });
  backend.on('bank/configure', () => Promise.reject(refused));
  const user = open('set-up-provider', { provider: simpleFin ?? null, upgradingAccountId: null });
  const field = await screen.findByLabelText('Setup token');
  expect(field.getAttribute('type')).toBe('password');
  await press('Save and continue');
  await screen.findByText('Enter a value');
  await user.type(field, 'abc');
  await press('Save and continue');
  await screen.findByText('This value is not valid. Copy it again, in full.');
  backend.on('bank/configure', () => null);
  await user.type(field, 'd');
  await press('Save and continue');
  await dialog('Select accounts to link');
});

test('a bank is chosen by country and search before the sign-in', async () => {
  backend.on('create-web-token', () => new Promise(() => {}));
  const [, , enableBanking] = DEMO_PROVIDERS;
  if (!enableBanking) throw new Error('no provider');
  const user = open('choose-bank', { provider: enableBanking, upgradingAccountId: null });
  await user.type(await screen.findByRole('searchbox', { name: 'Search banks' }), 'aur');
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Borealis/ })).toBeNull());
  (await screen.findByRole('radio', { name: /Aurora/ })).click();
  (await screen.findByRole('radio', { name: 'Business' })).click();
  await press('Next');
  await press('Continue in the browser');
  await waitFor(() => expect(backend.named('create-web-token')).toHaveLength(1));
  expect(backend.named('create-web-token')[0]?.args).toMatchObject({
    provider: 'enableBanking',
    institution: 'FI Aurora',
    psuType: 'business',
  });
});

test('a chosen bank that the search hides is no longer chosen', async () => {
  const [, , enableBanking] = DEMO_PROVIDERS;
  if (!enableBanking) throw new Error('no provider');
  const user = open('choose-bank', { provider: enableBanking, upgradingAccountId: null });
  (await screen.findByRole('radio', { name: /Aurora/ })).click();
  await screen.findByRole('radio', { name: 'Business' });
  const search = await screen.findByRole('searchbox', { name: 'Search banks' });
  await user.type(search, 'aur');
  screen.getByRole('radio', { name: 'Business' });
  await user.type(search, 'x');
  await screen.findByText(/^No bank matches/);
  expect(screen.queryByRole('radio', { name: 'Business' })).toBeNull();
  await user.clear(search);
  const aurora = await screen.findByRole<HTMLInputElement>('radio', { name: /Aurora/ });
  expect(aurora.checked).toBe(false);
});

test('a bank that a search found stays in the list, however many banks there are', async () => {
  const [, , enableBanking] = DEMO_PROVIDERS;
  if (!enableBanking) throw new Error('no provider');
  backend.on('bank/institutions', () =>
    Array.from({ length: 150 }, (_, at) => ({
      id: `FI ${at}`,
      name: `Bank ${at}`,
      countries: ['FI'],
    })),
  );
  const user = open('choose-bank', { provider: enableBanking, upgradingAccountId: null });
  const search = await screen.findByRole('searchbox', { name: 'Search banks' });
  await user.type(search, '149');
  (await screen.findByRole('radio', { name: 'Bank 149' })).click();
  await user.clear(search);
  expect(await screen.findAllByRole('radio')).toHaveLength(101);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Bank 149' }).checked).toBe(true);
});

const PAGE = { data: { token: 'session-1', url: 'https://bank.example/', expires: '' } };

test('the browser step waits, shows an error and continues to the accounts', async () => {
  backend.on('create-web-token', () => PAGE);
  open('plaid-external-msg', { start: { provider: 'plaid' }, upgradingAccountId: null });
  const outcomes: [string, string | null][] = [
    ['timeout', 'Timed out. Please try again.'],
    ['unknown', 'An error occurred while linking your account, sorry!'],
    ['cancelled', null],
  ];
  for (const [code, words] of outcomes) {
    backend.on('poll-web-token', () => Promise.reject(new CallError(code)));
    await press('Continue in the browser');
    if (words !== null) await screen.findByText(words);
  }
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  let finish = (_: unknown) => {};
  backend.on('poll-web-token', () => new Promise((done) => (finish = done as typeof finish)));
  await press('Continue in the browser');
  await screen.findByText('Waiting for your browser…');
  const link = await screen.findByRole('link', { name: 'Nothing opened? Open it here.' });
  expect(link.getAttribute('href')).toBe('https://bank.example/');
  await waitFor(() => expect(backend.named('poll-web-token').length).toBe(4));
  finish({ data: { ...demoAccess([offered('Everyday')]), provider: 'plaid' } });
  await dialog('Select accounts to link');
  await waitFor(() => expect(backend.named('poll-web-token-stop').length).toBeGreaterThan(0));
});

test('a repair reports that it is connected again', async () => {
  const onRepaired = vi.fn();
  const done = { ...demoAccess([]), bankId: 'bank-1' };
  backend.on('create-web-token', () => PAGE).on('poll-web-token', () => ({ data: done }));
  open('plaid-external-msg', { start: { linkToken: 'r' }, upgradingAccountId: null, onRepaired });
  await press('Continue in the browser');
  await screen.findByText('Connected again.');
  expect(onRepaired).toHaveBeenCalledOnce();
});

test('an investment account is off budget by default', () => {
  const brokerage = offered('Brokerage', { type: 'investment' });
  expect(firstChoices([brokerage], null)).toEqual({ Brokerage: NEW_OFF_BUDGET });
  expect(firstChoices([brokerage, offered('Other')], null)).toEqual({});
  expect(firstChoices([brokerage], 'cash')).toEqual({ Brokerage: 'cash' });
});

test('a key without its line breaks is repaired', () => {
  const body = 'A'.repeat(70);
  const pem = `-----BEGIN PRIVATE KEY-----${body}-----END PRIVATE KEY-----`;
  expect(mendPem(pem).split('\n')).toEqual([
    '-----BEGIN PRIVATE KEY-----',
    'A'.repeat(64),
    'A'.repeat(6),
    '-----END PRIVATE KEY-----',
    '',
  ]);
  expect(mendPem('a token')).toBe('a token');
});

test('the country is guessed by the time zone, then by the language', () => {
  expect(likelyCountry(['DE', 'FI'], 'Europe/Helsinki', 'de-DE')).toBe('FI');
  expect(likelyCountry(['DE', 'FI'], 'Etc/UTC', 'de-DE')).toBe('DE');
  expect(likelyCountry(['DE', 'FI'], 'Etc/UTC', 'xx')).toBe('DE');
});
