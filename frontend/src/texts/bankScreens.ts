/** Texts of the bank sync page, of the settings of linked accounts and of their registers. */
import type { BankSkipReason } from '@/generated/contract';
import { listed, plural, SEPARATOR } from './locale';
import { counted } from './transactions';

const ACCOUNTS = { one: 'account', other: 'accounts' };

export const bankPageTexts = {
  title: 'Bank sync',
  lead: 'Accounts that receive their transactions from a bank.',
  syncAll: 'Sync all',
  help: 'Help with bank sync',
  providers: 'Providers',
  configured: {
    budget: 'Configured for this budget',
    server: 'Configured for this server',
    none: 'Not configured',
  },
  setUp: 'Set up',
  linkAccounts: 'Link bank accounts',
  linkAt: (provider: string) => `Link bank accounts with ${provider}`,
  setUpNamed: (provider: string) => `Set up ${provider}`,
  menuOf: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  reset: 'Reset credentials',
  resetLead: (provider: string, count: number) =>
    count === 0
      ? `Your server will delete the credentials of ${provider}. No account uses them.`
      : `Your server will delete the credentials of ${provider}. ${plural(count, ACCOUNTS)} will receive no transactions until you set it up again.`,
  resetDone: (provider: string) => `${provider} is no longer set up`,
  linked: 'Linked accounts',
  noLinked: 'No account is linked with a bank yet.',
  unknownBank: 'Unknown bank',
  validUntil: (day: string) => `Access ends on ${day}`,
  never: 'Not synced yet',
  lastSync: (when: string) => `Synced ${when}`,
  sync: 'Sync',
  syncNamed: (name: string) => `Sync ${name}`,
  syncing: 'Syncing…',
  settings: 'Settings',
  settingsNamed: (name: string) => `Settings of ${name}`,
  unlinkNamed: (name: string) => `Unlink ${name}`,
  agrees: 'Agrees with your bank.',
  differs: (amount: string) => `Differs from your bank by ${amount}.`,
  reconcileNamed: (name: string) => `Reconcile ${name}`,
  unlinked: 'Accounts without a bank',
  link: 'Link account',
  linkNamed: (name: string) => `Link ${name} with a bank`,
} as const;

/** Notes about an import, by kind. */
const NOTES: Partial<Record<string, string>> = {
  'amount-differs': 'The bank booked a different amount. Sobre kept yours because you edited it.',
  'pending-gone':
    'The bank no longer lists a pending transaction. Sobre removes it after two weeks, unless you changed it or use it elsewhere.',
  withdrawn:
    'The bank withdrew a transaction. Sobre kept it because you changed it or use it elsewhere.',
  'too-many-withdrawn':
    'The bank withdrew unusually many transactions. Sobre removed none; check this account.',
  twins: 'A transaction may be here twice. Sobre could not merge the two; check this account.',
  'older-left-out': 'Sobre skipped older transactions that the starting balance already includes.',
  'mappings-unreadable': 'The field settings are unreadable. Sobre used the default fields.',
  'waits-for-key':
    'This device cannot open some fetched transactions yet. Open the budget on your other device once.',
  'needs-newer-version':
    'Some transactions were fetched by a newer version. Update Sobre to import them.',
};

export const importNote = (kind: string): string | undefined => NOTES[kind];

export const reportTexts = {
  title: 'Last imports',
  showOf: (name: string) => `Last imports of ${name}`,
  none: 'Nothing was imported on this device yet.',
  line: (when: string, what: string) => `${when}${SEPARATOR}${what}`,
  nothing: 'nothing new',
  added: (count: number) => `${count} new`,
  matched: (count: number) => `${count} matched`,
  updated: (count: number) => `${count} updated`,
  removed: (count: number) => `${count} removed`,
  ignored: (count: number) => `${count} ignored`,
  failed: (why: string) => `failed: ${why}`,
  bySchedule: 'by the schedule',
  rowAdded: 'Added',
  rowMatched: 'Matched with transactions already here',
  rowUpdated: 'Updated with changes from the bank',
  rowRemoved: 'Removed after the bank withdrew them',
  more: (count: number) => `and ${count} more`,
  keptAway: (count: number) =>
    `Ignored ${counted(count)}, because you deleted ${count === 1 ? 'it' : 'them'} here`,
  rowIgnored: (what: string, why: string) => `Ignored ${what}, because ${why}`,
  reasons: {
    'no-date': 'it has no readable date',
    'no-amount': 'it has no readable amount',
    currency: 'its currency differs from the account’s',
    status: 'it is neither booked nor pending',
  } satisfies Record<BankSkipReason, string>,
  otherReason: 'it could not be read',
} as const;

export const scheduleFetchTexts = {
  title: 'Scheduled sync',
  lead: 'Your server sees transactions while it fetches them, then keeps them encrypted until you open this budget.',
  on: 'Fetch while this budget is closed',
  times: 'Times a day',
  timesOf: (count: number) => (count === 1 ? 'Once' : count === 2 ? 'Twice' : `${count} times`),
  firstHour: 'First fetch at about',
  hour: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
  zoneHere: (zone: string) => `The hour is by the clock of this device (now ${zone}).`,
  zoneElsewhere: (zone: string, hour: string) =>
    `The hour is in ${zone}, by the clock of the device that chose it. Here that is ${hour}.`,
  takeZone: (zone: string) => `Use ${zone}`,
  next: 'Next',
  last: 'Last',
  notYet: 'Not yet',
  paused: {
    'no-key': 'Paused: no device has registered a key yet. Sync once to start.',
    unread: 'Paused: nobody has opened this budget for 60 days. It resumes after the next sync.',
    full: 'Paused: too many transactions are waiting. Open this budget on one of your devices.',
  },
  saved: 'Saved',
} as const;

export const bankSettingsTexts = {
  title: (name: string) => `Bank sync settings of ${name}`,
  command: 'Bank sync settings',
  lead: 'These settings apply to future imports.',
  fields: 'Fields',
  fieldsHint:
    'Choose which of the bank’s fields to use. The examples come from the newest transaction.',
  directions: { payment: 'Payments', deposit: 'Deposits' },
  date: 'Date',
  payee: 'Payee',
  notes: 'Notes',
  option: (field: string, value: string) => `${field}: ${value}`,
  noExample: (field: string) => `${field} (no example yet)`,
  switches: 'What to import',
  importPending: 'Import pending transactions',
  importNotes: 'Import notes',
  reimportDeleted: 'Import deleted transactions again',
  updateDates: 'Replace dates with the bank’s dates',
  onlyBalance: 'Only the balance (investments)',
  unlink: 'Unlink account',
  notLinked: 'This account is not linked with a bank.',
  toBankSync: 'Go to bank sync',
  saved: (name: string) => `Saved the bank sync settings of ${name}`,
} as const;

/** Names of bank fields; others show their raw name. */
const FIELDS: Partial<Record<string, string>> = {
  amount: 'Amount',
  transactionAmount: 'Amount and currency',
  booked: 'Booked',
  transactionId: 'Transaction ID',
  date: 'Date',
  bookingDate: 'Booking date',
  booking_date: 'Booking date',
  valueDate: 'Value date',
  value_date: 'Value date',
  postedDate: 'Posted date',
  transactedDate: 'Date of the purchase',
  transaction_date: 'Date of the purchase',
  payeeName: 'Payee',
  creditorName: 'Creditor',
  debtorName: 'Debtor',
  'creditor.name': 'Creditor',
  'debtor.name': 'Debtor',
  'merchant.name': 'Merchant',
  notes: 'Notes',
  remittanceInformationUnstructured: 'Purpose',
  remittanceInformationStructured: 'Structured purpose',
  additionalInformation: 'Additional information',
  category: 'Category at the bank',
  entry_reference: 'Reference',
  transaction_id: 'Transaction ID',
};

export const bankFieldName = (field: string): string => FIELDS[field] ?? field;

export const bankRowTexts = {
  title: 'Data from the bank',
  none: 'This transaction did not come from a bank.',
  field: 'Field',
  value: 'Value',
  yes: 'yes',
  no: 'no',
  list: (parts: readonly string[]) => listed(parts),
} as const;
