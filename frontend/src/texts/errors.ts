import type { ErrorCode } from '@/generated/contract';
import { exact } from './exact';
import { plural } from './locale';

/** The facts of an error; any of them may be missing. */
type Facts = Readonly<Record<string, unknown>>;

const text = (fact: unknown): string | null => (typeof fact === 'string' && fact ? fact : null);
const count = (fact: unknown): number | null => (typeof fact === 'number' ? fact : null);

/** For requests that this page never sends when all is well. */
const NOT_UNDERSTOOD = 'Sobre could not carry this out. Reload the page and try again.';
const CHARACTERS = { one: 'character', other: 'characters' };

/** How many there may be at most. */
const tooMany = (where: string, what: string, most: number | null): string =>
  most === null ? `${where} cannot hold more ${what}.` : `${where} holds at most ${most} ${what}.`;

function tooLong(what: string, most: number | null): string {
  return most === null
    ? `${what} is too long.`
    : `${what} has ${plural(most, CHARACTERS)} at most.`;
}

/** The disk refuses: why, and what helps. */
const STORAGE: Partial<Record<string, string>> = {
  full: 'The disk is full. Make room on it and try again.',
  'not-allowed': 'Sobre cannot write to its data directory. Check its permissions.',
  missing: 'A file of the data directory is missing. Put it back, or start Sobre again.',
};

/** The words of every error of the contract. */
const WORDS: Record<ErrorCode, string | ((facts: Facts) => string)> = {
  'unknown-call': 'The app and the page have different versions. Reload the page.',
  'bad-arguments': NOT_UNDERSTOOD,
  unauthorized: 'This page has lost its access. Open Sobre again from its address.',
  busy: ({ open }) =>
    open === true
      ? 'Too many budgets are open at once. Close one first.'
      : 'Sobre is busy. Try again in a moment.',
  internal: exact.internal,
  'no-budget-open': 'No budget is open.',
  'budget-not-found': exact.budgetNotFound,
  'backup-not-found': 'This backup no longer exists.',
  'out-of-sync-migrations': exact.newerVersion,
  'out-of-sync-data': exact.newerVersion,
  'invalid-schema': 'The data does not fit this version of the app. Update the app and try again.',
  'not-zip-file': 'This is not a zip file.',
  'invalid-zip-file': 'This zip file does not contain a budget.',
  'invalid-meta-file': "Sobre cannot read the budget's metadata.",
  'invalid-db-file': "Sobre cannot read the budget's database.",
  'zip-too-large': 'The zip file is too large.',
  'not-ynab4': exact.notYnab4,
  'not-ynab5': exact.notYnab5,
  'parse-error': exact.importUnreadable,
  unknown: exact.importFailed,
  'file-not-found': 'The uploaded file is gone. Choose it again.',
  'file-exists': 'A file with this id already exists.',
  'upload-too-large': 'The file is too large.',
  'category-type': exact.categoryType,
  'no-categories': 'This category no longer exists.',
  'category-exists': ({ name, group }) =>
    text(name) && text(group)
      ? `${group} already has a category called ${name}.`
      : 'This group already has a category of that name.',
  'too-many-categories': 'The budget cannot hold more categories or groups.',
  'group-not-found': 'This category group no longer exists.',
  'group-exists': ({ name }) =>
    text(name) ? `There already is a group called ${name}.` : 'A group already has this name.',
  'last-income-group': 'A budget needs an income group. Add another one first.',
  'account-not-found': 'This account no longer exists.',
  'account-closed': ({ name }) =>
    text(name)
      ? `${text(name)} is closed and cannot receive the balance.`
      : 'The account is closed.',
  'transfer-required': 'Choose the account that receives the balance.',
  'transfer-to-itself': 'Choose another account to receive the balance.',
  'too-many-accounts': 'The budget cannot hold more accounts.',
  'name-required': exact.nameRequired,
  'name-too-long': ({ most }) => tooLong('A name', count(most)),
  'note-too-long': ({ most }) => tooLong('A note', count(most)),
  'transaction-not-found': 'This transaction no longer exists.',
  'transaction-exists': 'This transaction already exists.',
  'invalid-transaction': 'This change does not fit the transaction. Reload the page and try again.',
  'too-many-rows': ({ most }) =>
    count(most) === null
      ? 'This is too much at once. Do it in smaller parts.'
      : `Sobre changes at most ${plural(Number(most), { one: 'row', other: 'rows' })} at once. Do it in smaller parts.`,
  'payee-not-found': 'This payee no longer exists.',
  'payee-exists': 'This payee already exists.',
  'filter-not-found': 'This saved filter no longer exists.',
  'filter-exists': 'A saved filter already has this name.',
  'invalid-condition': 'A condition of this filter is not valid. Check its value.',
  'dashboard-not-found': 'This dashboard page no longer exists.',
  'last-dashboard': 'Cannot delete the last dashboard page',
  'too-many-dashboards': ({ most }) => tooMany('A budget', 'dashboard pages', count(most)),
  'invalid-dashboard': ({ reason }) =>
    text(reason) ? `Error importing file: ${reason}` : 'Invalid JSON file.',
  'card-not-found': 'This card no longer exists.',
  'invalid-card': 'This card is not valid. Check its settings.',
  'too-many-cards': ({ most }) => tooMany('A page', 'cards', count(most)),
  'report-not-found': 'This saved report no longer exists.',
  'report-exists': ({ name }) =>
    text(name)
      ? `There is already a report named ${name}`
      : 'Another saved report already has this name.',
  'too-many-periods': 'This range has too many days or weeks. Choose months or years.',
  'no-such-figure': 'This card has no such figure.',
  'not-tracking': 'This forecast needs a tracking budget.',
  'invalid-report': 'This report is not valid. Check its settings.',
  'too-many-reports': ({ most }) => tooMany('A budget', 'saved reports', count(most)),
  'rule-not-found': 'This rule no longer exists.',
  'rule-exists': 'This rule already exists.',
  'schedule-not-found': 'This schedule no longer exists.',
  'schedule-exists': 'Another schedule has this name.',
  'invalid-rule': 'This rule is not valid.',
  'slow-rules': 'A regular expression in a rule takes too long. Make it simpler and try again.',
  'invalid-schedule': 'This schedule is not valid. Check its date and its amount.',
  'another-step': 'Something else changed in the meantime. Check what undo would take back now.',
  'amount-too-large': "That's more than Sobre can hold. Check the zeros.",
  'invalid-query': NOT_UNDERSTOOD,
  'query-too-large': 'This takes too long. Narrow it down and try again.',
  'invalid-prefs': 'This setting was not saved: its value is not allowed.',
  'unknown-cell': 'This number no longer exists. Reload the page.',
  'templates-off': 'Goal templates are switched off. Switch them on in the settings.',
  'invalid-template': 'This cannot be written as a template line. Check its parts.',
  'clock-drift': 'The clock of this device or of another one is wrong.',
  'no-server': 'No sync server is configured.',
  'own-server-off':
    "Sobre's own sync server is not running. Start Sobre with --with-sync-server, or choose a server again.",
  'invalid-server': exact.noSyncServer,
  'server-moved': 'The server has a new address. Enter that one.',
  'network-failure': exact.contactFailed,
  network: 'The sync server does not answer. Check your network connection.',
  'broken-answer': "The server's reply was incomplete. Try again later.",
  'too-large': 'This is larger than the sync server accepts.',
  'token-expired': exact.notSignedIn,
  'invalid-password': exact.invalidPassword,
  'already-bootstrapped': 'The server already has a password.',
  'setup-code-required': 'Enter the setup code that the server showed when it started.',
  'invalid-setup-code': 'Wrong setup code. The server shows a new one each time it starts.',
  'too-many-requests': 'Too many wrong passwords. Try again in 15 minutes.',
  'choose-provider': 'Several providers are set up. Choose one of them.',
  'not-configured': 'This provider is not set up yet.',
  timeout: 'Timed out. Please try again.',
  cancelled: 'You cancelled the sign-in at your bank.',
  stopped: 'The sign-in was stopped.',
  'unknown-token': 'This sign-in was already used or has expired. Start again.',
  'already-linked': ({ name }) =>
    text(name) === null
      ? 'This bank account is already linked.'
      : `This bank account is already linked with ${text(name)}.`,
  'account-not-linked': 'This account is not linked with a bank.',
  'bank-not-found': 'This bank connection no longer exists.',
  'invalid-credentials': 'The provider rejected these credentials. Check them and try again.',
  'invalid-values': 'This value is not valid. Copy it again, in full.',
  forbidden: 'You do not have permission to do this on the server.',
  'bank-failed': 'The bank or its provider reported a problem. Try again later.',
  'not-supported': 'This server does not support that.',
  'upload-not-found': 'The server no longer has this upload.',
  'upload-under-way':
    'The sync server is busy with other uploads. Try again when one of them has finished.',
  'server-data-missing':
    "The sync server's data was moved or is incomplete. Put it back and start the sync server again.",
  'beta-version': exact.betaVersion,
  'out-of-sync': exact.outOfSync,
  'apply-failure': "Sobre could not save the server's changes.",
  'file-old-version': 'The syncing format of this budget is too old.',
  'file-needs-upload': exact.needsUpload,
  'file-key-mismatch': exact.keyReset,
  'file-has-reset': exact.hasReset,
  'file-has-new-key': 'This budget is encrypted with another key.',
  'encrypt-failure': exact.missingKey,
  'decrypt-failure': exact.wrongKeyPassword,
  'not-encrypted':
    'The server sent an unencrypted copy of an encrypted budget. It may have been tampered with and was not opened.',
  'old-key-style': 'This file uses an unsupported key style.',
  'storage-full': ({ reason }) =>
    STORAGE[text(reason) ?? ''] ??
    'Sobre cannot write to the disk. Check that it has room and is not read-only.',
  'server-storage-full':
    'The disk of the sync server is full or read-only. Make room on it and try again.',
  'too-many-files': 'Too many files are open on this computer. Close other programs and try again.',
  'path-taken':
    'Another file in the data directory is in the way. Move it elsewhere and try again.',
  'budget-moved':
    'The file of this budget was moved, deleted or replaced, so the budget was closed. Your last changes may not be saved.',
  'data-dir-in-use': 'Another Sobre is using the data directory.',
  'data-dir-missing': 'The data directory is gone. Put it back, or start Sobre again.',
};

/** The words of a known code; undefined for a code of a newer backend. */
const wordsOf = (code: string) => (WORDS as Partial<typeof WORDS>)[code as ErrorCode];

/** Says in words what went wrong. Anything but an error of a call is a fault of the app. */
export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return exact.internal;
  const { code, message, meta } = error as { code?: unknown; message?: unknown; meta?: unknown };
  if (typeof code !== 'string') return exact.internal;
  const words = wordsOf(code);
  // A newer backend knows more codes; its own words are better than none.
  if (words === undefined) return text(message) ?? exact.internal;
  if (typeof words === 'string') return words;
  return words(typeof meta === 'object' && meta !== null ? (meta as Facts) : {});
}
