/** Why a linked account is not fetched, and what helps. */
import type { BankError, BankSyncStatus } from '@/generated/contract';

const NO_ACCOUNTS =
  'No open accounts could be found. Did you close the account? If so, unlink the account.';
const LOGIN =
  'Your password or something else has changed with your bank and you need to login again.';
const NOT_AUTHORIZED = 'Item is no longer authorized. You need to login again.';
const SIMPLEFIN_REFUSED = 'SimpleFIN no longer accepts this connection. Enter a new setup token.';
const INTERNAL = 'An internal error occurred. Try to login again, or get in touch for support.';

/** By type, whatever the code is. */
const BY_TYPE: Partial<Record<string, string>> = {
  INVALID_ACCESS_TOKEN: SIMPLEFIN_REFUSED,
  RATE_LIMIT_EXCEEDED: 'Rate limit exceeded for this item. Please try again later.',
  ACCOUNT_NEEDS_ATTENTION: 'Your bank asks for something. Sign in at your provider to see what.',
  ACCOUNT_MISSING: 'The provider no longer lists this account. Unlink it, or link it again.',
  TIMED_OUT: 'Your bank took too long to answer. Please try again later.',
  PAYMENT_REQUIRED: 'The provider asks for a payment before it goes on.',
  INSTITUTION_ERROR:
    'Your bank does not answer at the moment. Nothing is lost; it will be tried again.',
};

/** By type and code, before the type alone. */
const BY_CODE: Partial<Record<string, string>> = {
  'ITEM_ERROR/NO_ACCOUNTS': NO_ACCOUNTS,
  'ITEM_ERROR/ITEM_LOGIN_REQUIRED': LOGIN,
  'INVALID_INPUT/INVALID_ACCESS_TOKEN': NOT_AUTHORIZED,
  'API_ERROR/PLANNED_MAINTENANCE':
    'Our servers are currently undergoing maintenance and will be available again soon.',
};

/** For a device that knows the status alone. */
const BY_STATUS: Partial<Record<string, string>> = {
  'reauth-required': LOGIN,
  'attention-required': BY_TYPE.ACCOUNT_NEEDS_ATTENTION ?? INTERNAL,
  'rate-limit-exceeded': BY_TYPE.RATE_LIMIT_EXCEEDED ?? INTERNAL,
  'timed-out': BY_TYPE.TIMED_OUT ?? INTERNAL,
  'account-missing': BY_TYPE.ACCOUNT_MISSING ?? INTERNAL,
};

/** Explains a failed sync by its error, or by the status where the error is not known. */
export function explainBankProblem(
  error: BankError | null,
  status: BankSyncStatus | null,
  isSimpleFin: boolean,
): string {
  if (error) {
    return BY_CODE[`${error.type}/${error.code}`] ?? BY_TYPE[error.type] ?? INTERNAL;
  }
  if (status === 'reauth-required' && isSimpleFin) return SIMPLEFIN_REFUSED;
  return BY_STATUS[status ?? ''] ?? INTERNAL;
}

/** Words of a status, for the list of accounts. */
export const bankStatusTexts = {
  ok: 'Up to date',
  pending: 'Waiting for the first sync',
  'sync-requested': 'Sync requested',
  failed: 'Sync failed',
  'reauth-required': 'Sign in again',
  'attention-required': 'Needs your attention',
  'rate-limit-exceeded': 'Asked too often',
  'timed-out': 'Timed out',
  'account-missing': 'Account missing',
} as const satisfies Record<BankSyncStatus, string>;

export const bankBannerTexts = {
  title: (name: string) => `${name} is not syncing`,
  region: 'Bank connection',
  provider: (words: string) => `The provider says: ${words}`,
  unlink: 'Unlink',
  unlinkAccount: 'Unlink account',
  reauthorize: 'Reauthorize',
  setUpAgain: 'Set up again',
  linkAgain: 'Link again',
  openProvider: (name: string) => `Open ${name}`,
  unableToProcess: 'Unable to process this item, sorry!',
} as const;
