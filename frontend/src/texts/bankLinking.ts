/** Texts for linking accounts: providers, banks, the browser sign-in, accounts. */
import type { BankProviderId } from '@/generated/contract';
import { number, plural } from './locale';

const ACCOUNTS = { one: 'account', other: 'accounts' };
const DAYS = { one: 'day', other: 'days' };

/** Names of country groups, and of codes that `Intl` does not name well. */
const REGIONS: Partial<Record<string, string>> = {
  EEA: 'European Union and EEA',
  XS: 'Test country',
};

/** Our own name for a region code, if there is one. */
export const regionWord = (code: string): string | undefined => REGIONS[code];

/** Provider names by id. */
export const bankProviderNames = {
  simpleFin: 'SimpleFIN',
  plaid: 'Plaid',
  enableBanking: 'Enable Banking',
  goCardless: 'GoCardless',
  akahu: 'Akahu',
  pluggyai: 'Pluggy',
} as const satisfies Record<BankProviderId, string>;

export const addAccountTexts = {
  linkTitle: 'Link account',
  lead: 'How should transactions get into this account?',
  local: 'Create a local account',
  localHint: 'Enter transactions yourself, or import files from your bank.',
  linkTo: (account: string) => `Link ${account} with your account at your bank.`,
  link: 'Link bank accounts',
  linkHint: 'Your server fetches new transactions from your bank.',
  setUp: 'Set up a provider…',
  noServer: 'Linking needs a server that fetches transactions from your bank.',
  useServer: 'Set up a server',
  regions: (names: readonly string[]) => names.join(', '),
  help: 'Which provider suits me?',
} as const;

export const providerTexts = {
  choose: 'Set up a provider',
  chooseLead:
    'A provider connects Sobre to your bank. Choose one that supports your country. You can use several.',
  setUp: 'Set up',
  edit: 'Edit',
  isSetUp: 'Already set up',
  title: (name: string) => `Set up ${name}`,
  editTitle: (name: string) => `Edit ${name}`,
  whereToGet: 'Where to get these',
  scope: 'Who may use it',
  scopes: { budget: 'This budget only', server: 'Everyone on this server' },
  keptSecret: 'Your server stores these encrypted. Nobody can see them here again.',
  redirect: 'Redirect address',
  redirectHint: 'Enter this address as the redirect URL of your application.',
  copy: 'Copy',
  copied: 'Copied the redirect address',
  copyFailed: 'Your browser blocked copying. Select the address and copy it.',
  pem: 'Private key (.pem)',
  pemHint:
    'Choose the file that your browser saved when you registered the application, or paste its contents.',
  choosePem: 'Choose the .pem file…',
  missing: 'Enter a value',
  saveAndContinue: 'Save and continue',
  notAllowed: 'Only the owner of the server may set up this provider.',
  saved: (name: string) => `${name} is set up`,
} as const;

const KINDS: Partial<Record<string, string>> = { personal: 'Personal', business: 'Business' };

export const chooseBankTexts = {
  title: 'Choose your bank',
  country: 'Country',
  search: 'Search banks',
  clear: 'Clear the search',
  banks: 'Banks',
  none: 'No bank matches. Check the country or try another part of the name.',
  kind: 'Account type',
  kindOf: (kind: string) => KINDS[kind] ?? kind,
  consent: (days: number) => `Access lasts up to ${plural(days, DAYS)}`,
  history: (days: number) => `${plural(days, DAYS)} of history`,
  readOnly: 'Sobre can only read your accounts. It cannot make payments.',
  next: 'Next',
} as const;

export const browserTexts = {
  title: 'Link accounts',
  repairTitle: 'Sign in again',
  lead: 'You sign in at your bank in another browser tab. Sobre never sees your password.',
  open: 'Continue in the browser',
  waiting: 'Waiting for your browser…',
  openAgain: 'Nothing opened? Open it here.',
  loadingAccounts: 'Loading accounts…',
  connectedAgain: 'Connected again.',
  timedOut: 'Timed out. Please try again.',
  failed: 'An error occurred while linking your account, sorry!',
  providerSays: (message: string) => `The provider says: ${message}`,
  paste: 'Paste the address your browser ended at',
  pasteHint:
    'Only if your browser ends at a page that does not load: copy the whole address from the address bar.',
  sendAddress: 'Use this address',
  addressMissing: 'Paste the address first',
} as const;

export const selectTexts = {
  title: 'Select accounts to link',
  lead: (bank: string) => `Choose how to link each account at ${bank}.`,
  leadOne: (account: string) => `Choose the account to link with ${account}.`,
  allLinked: (bank: string) => `All your accounts at ${bank} are linked already.`,
  list: 'Accounts at your bank',
  linkAs: (account: string) => `How to link ${account}`,
  newAccount: 'New account',
  newOffBudget: 'New off-budget account',
  doNotLink: 'Do not link',
  linkedWith: (account: string) => `Linked with ${account}`,
  noneSelected: 'Select at least one account.',
  takenTwice: (account: string) => `${account} can be linked with only one account.`,
  none: 'Your bank returned no accounts.',
  next: 'Next',
  ending: (mask: string) => `ends in ${mask}`,
} as const;

export const configureTexts = {
  title: 'Set up the linked accounts',
  existing: (name: string) => `Linked with ${name}. Its existing transactions stay.`,
  name: 'Name',
  startingDate: 'Import from',
  balanceFromBank: 'Starting balance from the bank',
  balanceFromBankHint: 'Sobre calculates it so that your balance matches the bank’s.',
  startingBalance: 'Starting balance',
  importPending: 'Import pending transactions',
  importPendingHint: 'They stay uncleared until the bank books them.',
  link: 'Link',
  linking: (count: number) => `Linking ${plural(count, ACCOUNTS)}`,
  linked: (done: number, count: number) =>
    done === count
      ? `Linked ${plural(count, ACCOUNTS)}`
      : `Linked ${number(done)} of ${plural(count, ACCOUNTS)}`,
  waiting: 'Waiting',
  working: 'Linking and importing…',
  done: 'Linked',
  importFailed: 'Linked, but the first import failed:',
  failed: 'Not linked:',
  signInAgain: 'Sign in at your bank again to link this account.',
  finish: 'Done',
  show: 'Show account',
  leaveRunning: 'Accounts are still being linked. Please wait until this is done.',
} as const;
