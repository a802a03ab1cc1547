import type { ErrorCode } from '@/generated/contract';
import { exact } from './exact';

/** The backend's own words, which name the row, name or limit in question. */
const asSent = (message: string) => message;

/** The words of every error of the contract. */
const WORDS: Record<ErrorCode, string | ((message: string) => string)> = {
  'unknown-call': 'The app and the page have different versions. Reload the page.',
  'bad-arguments': asSent,
  unauthorized: 'This page has lost its access. Open Sobre again from its address.',
  busy: asSent,
  internal: exact.internal,
  'no-budget-open': 'No budget is open.',
  'budget-not-found': exact.budgetNotFound,
  'backup-not-found': 'This backup no longer exists.',
  'out-of-sync-migrations': exact.newerVersion,
  'out-of-sync-data': exact.newerVersion,
  'invalid-schema': 'The data does not fit this version of the app. Update the app and try again.',
  'not-zip-file': 'This is not a zip file.',
  'invalid-zip-file': 'This zip file does not contain a budget.',
  'invalid-meta-file': "The budget's metadata cannot be read.",
  'invalid-db-file': "The budget's database cannot be read.",
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
  'category-exists': asSent,
  'too-many-categories': 'The budget cannot hold more categories or groups.',
  'group-not-found': 'This category group no longer exists.',
  'group-exists': asSent,
  'last-income-group': 'A budget needs an income group. Add another one first.',
  'account-not-found': 'This account no longer exists.',
  'account-closed': asSent,
  'transfer-required': 'Choose the account that receives the balance.',
  'transfer-to-itself': 'Choose another account to receive the balance.',
  'too-many-accounts': 'The budget cannot hold more accounts.',
  'name-required': exact.nameRequired,
  'name-too-long': asSent,
  'note-too-long': asSent,
  'transaction-not-found': 'This transaction no longer exists.',
  'transaction-exists': 'This transaction already exists.',
  'invalid-transaction': asSent,
  'too-many-rows': asSent,
  'payee-not-found': 'This payee no longer exists.',
  'payee-exists': asSent,
  'filter-not-found': 'This saved filter no longer exists.',
  'filter-exists': 'A saved filter already has this name.',
  'invalid-condition': asSent,
  'another-step': 'Something else changed in the meantime. Check what undo would take back now.',
  'amount-too-large': "That's more than Sobre can hold. Check the zeros.",
  'invalid-query': asSent,
  'query-too-large': 'This takes too long. Narrow it down and try again.',
  'invalid-prefs': asSent,
  'unknown-cell': asSent,
  'clock-drift': 'The clock of this device or of another one is wrong.',
  'no-server': 'No sync server is configured.',
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
  'not-supported': 'This server does not support that.',
  'upload-not-found': 'The server no longer has this upload.',
  'beta-version': exact.betaVersion,
  'out-of-sync': exact.outOfSync,
  'apply-failure': "The server's changes could not be saved.",
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
  'storage-full': asSent,
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
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return exact.internal;
  const sent = typeof message === 'string' && message !== '' ? message : exact.internal;
  const words = wordsOf(code) ?? asSent;
  return typeof words === 'string' ? words : words(sent);
}
