/** Words of linking accounts with banks: providers, banks, the browser step, accounts. */
import type { BankProviderId } from '@/generated/contract';
import { plural } from './locale';

const ACCOUNTS = { one: 'account', other: 'accounts' };
const DAYS = { one: 'day', other: 'days' };

/** Groups of countries, and countries that are better known by a short name. */
const REGIONS: Partial<Record<string, string>> = {
  EEA: 'European Union and EEA',
  XS: 'Test country',
};

/** The name of a group of countries, or a better one of a country. */
export const regionWord = (code: string): string | undefined => REGIONS[code];

/** The providers by their ids. */
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
  localHint: 'Enter transactions yourself, or import the files of your bank.',
  linkTo: (account: string) => `Link ${account} with your account at the bank.`,
  link: 'Link bank accounts',
  linkHint: 'Your server fetches new transactions from your bank.',
  setUp: 'Set up a provider…',
  noServer: 'Linking needs a server, which fetches from your bank.',
  useServer: 'Set up a server',
  regions: (names: readonly string[]) => names.join(', '),
  help: 'Which provider suits me?',
} as const;

export const providerTexts = {
  choose: 'Set up a provider',
  chooseLead:
    'A provider connects Sobre with your bank. Choose one that serves your country. You can use several.',
  isSetUp: 'Set up',
  title: (name: string) => `Set up ${name}`,
  editTitle: (name: string) => `Edit ${name}`,
  whereToGet: 'Where to get these',
  scope: 'Who may use it',
  scopes: { budget: 'This budget only', server: 'Everybody on this server' },
  keptSecret: 'Your server keeps these sealed. Nobody can read them here again.',
  redirect: 'Redirect address',
  redirectHint: 'Enter this address as the redirect URL of your application.',
  copy: 'Copy',
  copied: 'Copied the redirect address',
  copyFailed: 'The browser did not allow copying. Select the address and copy it.',
  pem: 'Private key (.pem)',
  pemHint:
    'Choose the file that your browser saved when you registered the application, or paste its text.',
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
  none: 'No bank matches. Check the country, or search for another part of the name.',
  kind: 'Kind of account',
  kindOf: (kind: string) => KINDS[kind] ?? kind,
  consent: (days: number) => `Access lasts up to ${plural(days, DAYS)}`,
  history: (days: number) => `${plural(days, DAYS)} of history`,
  readOnly: 'Sobre can only read. It cannot make payments.',
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
  providerSays: (words: string) => `The provider says: ${words}`,
  paste: 'Paste the address your browser ended at',
  pasteHint:
    'Only if your browser ends at a page that does not open: copy the whole address from its address bar.',
  sendAddress: 'Use this address',
  addressMissing: 'Paste the address first',
} as const;

export const selectTexts = {
  title: 'Select accounts to link',
  lead: (bank: string) => `Choose what becomes of each account at ${bank}.`,
  leadOne: (account: string) => `Choose the account that ${account} is linked with.`,
  list: 'Accounts at your bank',
  becomes: (account: string) => `${account} becomes`,
  newAccount: 'New account',
  newOffBudget: 'New off-budget account',
  doNotLink: 'Do not link',
  linkedWith: (account: string) => `Linked with ${account}`,
  noneSelected: 'Select at least one account.',
  takenTwice: (account: string) => `${account} can be linked with one account only.`,
  none: 'The bank reports no accounts.',
  next: 'Next',
  ending: (mask: string) => `ends in ${mask}`,
} as const;

export const configureTexts = {
  title: 'Set up the linked accounts',
  existing: (name: string) => `Linked with ${name}. Its transactions stay.`,
  name: 'Name',
  startingDate: 'Import from',
  balanceFromBank: 'Starting balance from the bank',
  balanceFromBankHint: 'Sobre works it out, so that your balance agrees with the bank.',
  startingBalance: 'Starting balance',
  importPending: 'Import pending transactions',
  importPendingHint: 'They show as not cleared until the bank books them.',
  link: 'Link',
  linking: (count: number) => `Linking ${plural(count, ACCOUNTS)}`,
  waits: 'Waiting',
  working: 'Linking and importing…',
  done: 'Linked',
  doneButNotFetched: 'Linked, but the first import failed:',
  failed: 'Not linked:',
  signInAgain: 'Sign in at the bank once more to link this one.',
  finish: 'Done',
  show: 'Show account',
  leaveRunning: 'Linking goes on. Wait until it is done.',
} as const;
