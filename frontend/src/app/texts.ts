/**
 * All words of the shell and the manager, and those that several screens share. Features keep
 * their own words beside their screens. Texts in `exact` are fixed by the specification,
 * character for character; a test holds them to it.
 */
export const APP_NAME = 'Sobre';

export const exact = {
  importFile: 'Import file',
  createNewFile: 'Create new file',
  createTestFile: 'Create test file',
  deleteFile: 'Delete',
  tryDemo: 'Try Demo',
  tryAgain: 'Try again',
  noServerConfigured: 'No server configured',
  stateUnknown: 'Network unavailable',
  stateRemote: 'Available for download',
  stateLocal: 'Local',
  stateSyncing: 'Syncing',
  lockedWithKey: 'This file is encrypted and you have key to access it.',
  lockedWithoutKey: 'This file is encrypted and you do not have the key for it.',
  stateUnknownHint: "This is a cloud-based file but it's state is unknown because you are offline.",
  closing: 'Closing...',
  downloading: 'Downloading...',
  makingDemo: 'Making demo...',
  importing: 'Importing...',
  loadingAccount: 'Loading account...',
  notLoggedIn: 'Not logged in',
  offline: 'Offline',
  server: 'Server',
  noServer: 'No server',
  changePassword: 'Change password',
  signOut: 'Sign out',
  renameBudget: 'Rename Budget',
  help: 'Help',
  closeFile: 'Close File',
  addAccount: 'Add account',
  toBeBudgeted: 'To Be Budgeted',
  newerVersion:
    'This budget cannot be loaded with this version of the app. Make sure the app is up-to-date. Do you want to load a backup?',
  budgetNotFound:
    'Budget file could not be found. If you changed something manually, please restart the app.',
  loadFailed: 'Error loading budget. Please open a issue on the issue tracker for support.',
  notYnab4: 'This file is not valid. Please select a .ynab4 file',
  notYnab5: 'This file is not valid. Please select a JSON file exported from nYNAB.',
  importUnreadable: 'Unable to parse file. Please select a JSON file exported from nYNAB.',
  importFailed:
    'An unknown error occurred while importing. Sorry! We have been notified of this issue.',
  internal: 'Something internally went wrong...',
  unableToSave: 'Unable to save changes',
  categoryType: 'A category must be transferred to another of the same type (expense or income)',
  selectCategory: 'You must select a category',
  somethingBad: 'Something bad happened, sorry!',
  contactFailed: 'Unable to contact the server',
} as const;

export const texts = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    dismiss: 'Dismiss',
    loading: 'Loading…',
    more: (count: number) => `${count} more`,
  },
  shell: {
    skipToContent: 'Skip to content',
    skipToAccounts: 'Skip to accounts',
    openSidebar: 'Open sidebar',
    closeSidebar: 'Close sidebar',
    undo: (label: string | null) => (label ? `Undo ${label}` : 'Undo'),
    redo: (label: string | null) => (label ? `Redo ${label}` : 'Redo'),
    undid: (label: string | null) => (label ? `Undid: ${label}` : 'Undid the last change'),
    redid: (label: string | null) => (label ? `Redid: ${label}` : 'Redid the change'),
    undoTitle: 'Undo',
    redoTitle: 'Redo',
    foreignUndo: (label: string | null) => `Made in another tab: ${label ?? 'a change'}. Undo it?`,
    foreignRedo: (label: string | null) =>
      `Undone in another tab: ${label ?? 'a change'}. Redo it?`,
    nothingToUndo: 'Nothing to undo',
    nothingToRedo: 'Nothing to redo',
    connected: 'Connected',
    connectionLost: 'Connection lost, retrying…',
    connectionBack: 'Connected again',
    retryNow: 'Retry now',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'Follow the system' },
    account: 'Account',
    budgetName: 'Budget name',
    exportBudget: 'Export',
    exported: (file: string) => `Exported ${file}`,
    shortcuts: 'Keyboard shortcuts',
    notifications: 'Notifications',
    openingBudget: 'Opening the budget…',
    newerOpened: 'The budget was closed',
    budget: 'Budget',
    accounts: 'Accounts',
    settings: 'Settings',
    noAccounts: 'No accounts yet',
    closedAccounts: 'Closed accounts',
    allAccounts: 'All accounts',
    forBudget: 'For budget',
    offBudget: 'Off budget',
    balance: (name: string, amount: string) => `${name}, balance ${amount}`,
  },
  files: {
    title: 'Files',
    list: 'Budget files',
    loading: 'Loading files',
    loadFailed: 'Your budgets could not be listed.',
    welcome: 'Welcome to Sobre',
    welcomeLead:
      'Give every amount of money an envelope. Start with a fresh budget, bring one along, or look around in a demo.',
    emptyCreate: 'Start with a fresh budget and sensible categories.',
    emptyImport: 'Bring a budget you exported elsewhere.',
    emptyDemo: 'Explore a filled budget. Nothing you do there matters.',
    viewDemo: 'View demo',
    creating: 'Creating your budget…',
    deleting: 'Deleting…',
    options: (name: string) => `Options for ${name}`,
    delete: (name: string) => `Delete ${name}`,
    deleteQuestion: 'The budget is deleted from this device. This cannot be undone.',
    deleteHint: 'Export it first if you may want it back.',
    deleted: (name: string) => `Deleted ${name}`,
    createName: 'Budget name',
    defaultName: 'My Finances',
    importLead: 'Choose the zip file of an exported budget.',
    importDrop: 'Drop a zip file here',
    importOr: 'or',
    importChoose: 'Choose a file…',
    importNotZip: 'This is no zip file. Choose the zip of an exported budget.',
    footer: (version: string) => `App: v${version}`,
  },
  fatal: {
    title: 'Fatal Error',
    lead: 'Something went wrong in the app. Your data is safe with the backend.',
    reload: 'Reload',
    details: 'Details',
    copy: 'Copy',
  },
} as const;

/** Words for an error code; the message of the backend where the catalogue has none. */
const BY_CODE: Record<string, string> = {
  'network-failure': exact.contactFailed,
  internal: exact.internal,
  'budget-not-found': exact.budgetNotFound,
  'out-of-sync-migrations': exact.newerVersion,
  'out-of-sync-data': exact.newerVersion,
  'not-ynab4': exact.notYnab4,
  'not-ynab5': exact.notYnab5,
  'parse-error': exact.importUnreadable,
  'category-type': exact.categoryType,
  'no-budget-open': 'No budget is open.',
  unauthorized: 'This page is no longer allowed to talk to Sobre. Open it again from the app.',
};

export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return exact.internal;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  if (known) return known;
  return typeof message === 'string' && typeof code === 'string' ? message : exact.internal;
}
