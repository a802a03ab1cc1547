/** Why a linked account could not be synced, and what to do. */
import type { BankError, BankSyncStatus } from '@/generated/contract';

const NO_ACCOUNTS =
  'No open accounts could be found. Did you close the account? If so, unlink the account.';
const LOGIN =
  'Your password or something else has changed with your bank and you need to login again.';
const NOT_AUTHORIZED = 'Item is no longer authorized. You need to login again.';
const SIMPLEFIN_REFUSED = 'SimpleFIN no longer accepts this connection. Enter a new setup token.';
const INTERNAL = 'An internal error occurred. Try to login again, or get in touch for support.';

/** Texts by error type, for any code. */
const BY_TYPE: Partial<Record<string, string>> = {
  INVALID_ACCESS_TOKEN: SIMPLEFIN_REFUSED,
  RATE_LIMIT_EXCEEDED: 'Rate limit exceeded for this item. Please try again later.',
  ACCOUNT_NEEDS_ATTENTION:
    'Your bank needs something from you. Sign in at your provider to see what.',
  ACCOUNT_MISSING: 'The provider no longer lists this account. Unlink it, or link it again.',
  TIMED_OUT: 'Your bank took too long to respond. Please try again later.',
  PAYMENT_REQUIRED: 'The provider needs a payment before it can continue.',
  INSTITUTION_ERROR:
    'Your bank is not responding at the moment. Nothing is lost, and Sobre will try again.',
};

/** Texts by type and code, which take precedence. */
const BY_CODE: Partial<Record<string, string>> = {
  'ITEM_ERROR/NO_ACCOUNTS': NO_ACCOUNTS,
  'ITEM_ERROR/ITEM_LOGIN_REQUIRED': LOGIN,
  'INVALID_INPUT/INVALID_ACCESS_TOKEN': NOT_AUTHORIZED,
  'API_ERROR/PLANNED_MAINTENANCE':
    'Our servers are currently undergoing maintenance and will be available again soon.',
};

/** For a device that knows only the status. */
const BY_STATUS: Partial<Record<string, string>> = {
  'reauth-required': LOGIN,
  'attention-required': BY_TYPE.ACCOUNT_NEEDS_ATTENTION ?? INTERNAL,
  'rate-limit-exceeded': BY_TYPE.RATE_LIMIT_EXCEEDED ?? INTERNAL,
  'timed-out': BY_TYPE.TIMED_OUT ?? INTERNAL,
  'account-missing': BY_TYPE.ACCOUNT_MISSING ?? INTERNAL,
};

/** Explains a failed sync by its error, or by the status if the error is unknown. */
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

/** Status labels for the list of accounts. */
export const bankStatusTexts = {
  ok: 'Up to date',
  pending: 'Waiting for the first sync',
  'sync-requested': 'Sync requested',
  failed: 'Sync failed',
  'reauth-required': 'Sign in again',
  'attention-required': 'Needs your attention',
  'rate-limit-exceeded': 'Request limit reached',
  'timed-out': 'Timed out',
  'account-missing': 'Account missing',
} as const satisfies Record<BankSyncStatus, string>;

export const bankBannerTexts = {
  title: (name: string) => `${name} is not syncing`,
  region: 'Bank connection',
  provider: (message: string) => `The provider says: ${message}`,
  unlink: 'Unlink',
  unlinkAccount: 'Unlink account',
  reauthorize: 'Reauthorize',
  setUpAgain: 'Set up again',
  linkAgain: 'Link again',
  unableToProcess: 'Unable to process this item, sorry!',
} as const;
