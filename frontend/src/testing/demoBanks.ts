import type {
  Account,
  BankAccess,
  BankError,
  BankImport,
  BankProvider,
  BankSyncStatus,
  FetchSchedule,
  LinkedAccount,
  OfferedAccount,
} from '@/generated/contract';
import type { FakeBackend } from './fakeBackend';

const field = (name: string, label: string, secret: boolean) => ({ name, label, secret, help: '' });

/** Example providers: one configured for this budget, one for the server, others not set up. */
export const DEMO_PROVIDERS: readonly BankProvider[] = [
  {
    id: 'simpleFin',
    name: 'SimpleFIN',
    regions: ['US', 'CA'],
    fields: [field('token', 'Setup token', true)],
    configured: 'budget',
    canConfigure: true,
    browser: false,
    needsInstitution: false,
  },
  {
    id: 'plaid',
    name: 'Plaid',
    regions: ['US', 'CA'],
    fields: [field('clientId', 'Client ID', false), field('secret', 'Secret', true)],
    configured: 'server',
    canConfigure: true,
    browser: true,
    needsInstitution: false,
  },
  {
    id: 'enableBanking',
    name: 'Enable Banking',
    regions: ['EEA'],
    fields: [
      field('applicationId', 'Application ID', false),
      field('secretKey', 'Private key', true),
    ],
    configured: null,
    canConfigure: true,
    browser: true,
    needsInstitution: true,
  },
];

const MEADOW = { id: 'meadow.example', name: 'Meadow Bank' };

export function offered(id: string, more: Partial<OfferedAccount> = {}): OfferedAccount {
  return {
    account_id: id,
    name: id,
    official_name: null,
    mask: '4821',
    type: 'checking',
    subtype: null,
    balance: 125_040,
    available: null,
    limit: null,
    currency: 'USD',
    institution: MEADOW,
    known: null,
    ...more,
  };
}

export function demoAccess(accounts: OfferedAccount[]): BankAccess {
  return { provider: 'simpleFin', institution: MEADOW, publicToken: 'handle-1', accounts };
}

export function linked(id: string, more: Partial<LinkedAccount> = {}): LinkedAccount {
  return {
    id,
    externalId: `at-bank-${id}`,
    bankId: 'bank-1',
    bankName: MEADOW.name,
    provider: 'simpleFin',
    mask: '4821',
    officialName: null,
    lastSync: Date.UTC(2026, 10, 28, 2),
    status: 'ok',
    error: null,
    balance: 125_040,
    available: null,
    limit: null,
    difference: 0,
    ...more,
  };
}

const LOGIN: BankError = { type: 'ITEM_ERROR', code: 'ITEM_LOGIN_REQUIRED' };

const later = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

const NO_ROWS = { count: 0, ids: [] };
/** An import that did nothing. */
const NO_IMPORT: Omit<BankImport, 'accountId' | 'at'> = {
  asked: 'schedule',
  error: null,
  added: NO_ROWS,
  matched: NO_ROWS,
  updated: NO_ROWS,
  removed: NO_ROWS,
  keptAway: 0,
  skipped: [],
  notes: [],
};

const DEMO_IMPORTS: readonly BankImport[] = [
  {
    ...NO_IMPORT,
    accountId: 'account-0',
    at: Date.UTC(2026, 10, 28, 9),
    notes: [{ kind: 'waits-for-key', id: null }],
  },
  {
    ...NO_IMPORT,
    accountId: 'account-0',
    at: Date.UTC(2026, 10, 28, 2),
    added: { count: 3, ids: [] },
    matched: { count: 1, ids: [] },
    updated: { count: 2, ids: [] },
    keptAway: 1,
    skipped: [{ reason: 'currency', text: 'Kiosk 12.00 CHF' }],
    notes: [{ kind: 'pending-gone', id: null }],
  },
  {
    ...NO_IMPORT,
    accountId: 'account-2',
    at: Date.UTC(2026, 10, 28, 2),
    asked: 'person',
    error: LOGIN,
  },
];

/** Example banks for viewing the bank screens: `?fake=banks`. */
export function answerBanks(wire: FakeBackend, accounts: Account[]): void {
  const status: Record<string, BankSyncStatus> = { 'account-2': 'reauth-required' };
  for (const account of accounts.slice(0, 3)) {
    Object.assign(account, { bankId: 'bank-1', bankSyncStatus: status[account.id] ?? 'ok' });
  }
  answerPage(wire);
  answerLinking(wire);
}

function answerPage(wire: FakeBackend): void {
  let schedule: FetchSchedule = { on: true, times: 2, firstHour: 6, offsetMinutes: 0 };
  const state = () => ({
    schedule,
    next: '2026-11-28T12:10:00Z',
    last: '2026-11-28T00:10:00Z',
    paused: null,
    connections: [],
  });
  wire.on('bank/providers', () => [...DEMO_PROVIDERS]);
  wire.on('bank/linked-accounts', () => [
    linked('account-0'),
    linked('account-1', { difference: -1_250, mask: '0077' }),
    linked('account-2', {
      bankId: 'bank-2',
      bankName: 'River Credit Union',
      provider: 'plaid',
      status: 'reauth-required',
      error: LOGIN,
      difference: null,
    }),
  ]);
  wire.on('banks', () => [
    bank('bank-1', MEADOW.name, 'simpleFin', null),
    bank('bank-2', 'River Credit Union', 'plaid', '2026-12-20T00:00:00Z'),
  ]);
  wire.on('bank/report', ({ accountId }) =>
    DEMO_IMPORTS.filter((each) => each.accountId === accountId),
  );
  wire.on('bank/schedule-get', state);
  wire.on('bank/schedule-save', (args) => {
    ({ schedule } = args);
    return state();
  });
  wire.on('accounts-sync', () =>
    later(1_200, {
      errors: [],
      newTransactions: ['t1', 't2'],
      matchedTransactions: [],
      updatedAccounts: ['account-0'],
    }),
  );
  answerSettings(wire);
}

function bank(id: string, name: string, provider: BankProvider['id'], validUntil: string | null) {
  return { id, bank_id: id, name, provider, accounts: [], validUntil, status: null };
}

function answerSettings(wire: FakeBackend): void {
  const mapping = { date: 'date', payee: 'payeeName', notes: 'notes' };
  wire.on('bank/settings-get', () => ({
    importPending: true,
    importNotes: true,
    reimportDeleted: true,
    importTransactions: true,
    updateDates: false,
    mappings: { payment: mapping, deposit: mapping },
  }));
  wire.on('bank/settings-save', () => null);
  wire.on('bank/example', ({ direction }) =>
    direction === 'deposit'
      ? { date: [], payee: [], notes: [] }
      : {
          date: [
            { field: 'date', value: '2026-11-27' },
            { field: 'transactedDate', value: '2026-11-26' },
          ],
          payee: [{ field: 'payeeName', value: 'Corner Bakery' }],
          notes: [{ field: 'notes', value: 'CORNER BAKERY 0113 CARD 4821' }],
        },
  );
}

function answerLinking(wire: FakeBackend): void {
  const accounts = [
    offered('Everyday', { known: 'account-0' }),
    offered('Savings plus', { type: 'savings', mask: '0077', balance: 1_250_000 }),
    offered('Brokerage', { type: 'investment', mask: null, balance: 4_821_377 }),
  ];
  wire.on('bank/accounts', () => later(600, demoAccess(accounts)));
  wire.on('bank/configure', () => later(600, null));
  wire.on('bank/reset', () => null);
  wire.on('bank/institutions', () =>
    later(
      400,
      ['Aurora Bank', 'Harbour Savings', 'North Star'].map((name) => ({
        id: name,
        name,
        countries: ['FI'],
        consentDays: 180,
        historyDays: 730,
        psuTypes: ['personal', 'business'],
      })),
    ),
  );
  wire.on('create-web-token', () =>
    later(300, { data: { token: 'session-1', url: 'about:blank', expires: '' } }),
  );
  wire.on('poll-web-token', () =>
    later(6_000, { data: { ...demoAccess(accounts), provider: 'plaid' as const } }),
  );
  wire.on('poll-web-token-stop', () => null);
  wire.on('make-plaid-public-token', () => ({ linkToken: 'repair' }));
  wire.on('accounts-connect', ({ accountIds }) => later(1_500, accountIds));
  wire.on('accounts-link', () => later(1_500, null));
}
