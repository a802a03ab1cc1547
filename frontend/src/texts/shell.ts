import { exact } from './exact';

/** Words of the shell around the screens. */
export const shellTexts = {
  skipToContent: 'Skip to content',
  skipToAccounts: 'Skip to accounts',
  openSidebar: 'Open sidebar',
  closeSidebar: 'Close sidebar',
  floatSidebar: 'Hide sidebar',
  pinSidebar: 'Pin sidebar',
  undo: (label: string | null) => (label ? `Undo ${label}` : 'Undo'),
  redo: (label: string | null) => (label ? `Redo ${label}` : 'Redo'),
  stepping: (way: 'undo' | 'redo') => (way === 'undo' ? 'Undoing' : 'Redoing'),
  undid: (label: string | null) => (label ? `Undid: ${label}` : 'Undid the last change'),
  redid: (label: string | null) => (label ? `Redid: ${label}` : 'Redid the change'),
  noPage: (path: string) => `There is no page at ${path}. This is your budget.`,
  undoTitle: 'Undo',
  redoTitle: 'Redo',
  foreignUndo: (label: string | null) => `Made in another tab: ${label ?? 'a change'}. Undo it?`,
  foreignRedo: (label: string | null) => `Undone in another tab: ${label ?? 'a change'}. Redo it?`,
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  connectionLost: 'Connection lost, retrying…',
  retryNow: 'Retry now',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'Follow the system' },
  budgetName: 'Budget name',
  switchBudget: 'Switch budget',
  exportBudget: 'Export',
  exported: (file: string) => `Exported ${file}`,
  shortcuts: 'Keyboard shortcuts',
  notifications: 'Notifications',
  openingBudget: 'Opening the budget…',
  loadingSteps: {
    downloading: exact.downloading,
    checking: 'Checking the file…',
    opening: 'Opening the budget…',
  },
  budgetClosed: 'The budget was closed',
  deletedThere:
    'Another device deleted it from the server. Your copy is still here: open it to keep using it or to upload it again.',
  connecting: 'Connecting…',
  tabs: 'Tabs',
  primary: 'Primary',
  localHint: 'Saved on this device',
  budget: 'Budget',
  accounts: 'Accounts',
  reports: 'Reports',
  payees: 'Payees',
  rules: 'Rules',
  more: 'More',
  settings: 'Settings',
  bankSync: 'Bank sync',
  repairSplits: 'Repair splits',
  add: 'Add',
  closedAccounts: 'Closed accounts',
  balance: (name: string, amount: string) => `${name}, balance ${amount}`,
} as const;

/** Words of the first steps. */
export const tourTexts = {
  title: 'Welcome to Sobre',
  lead: "Three steps and you're budgeting.",
  account: 'Add an account',
  budget: 'Give your money a job',
  purchase: 'Record a purchase',
  done: 'Got it',
  ticked: 'done',
} as const;

/** Notices after an upgrade, by what it asks for. */
export const upgradesTexts = {
  'repair-splits': {
    title: 'Some split transactions need a repair',
    message: (found: readonly string[]) => `Found ${found.join(', ')}.`,
  },
} as const;

/** Words of the key help. */
export const helpTexts = {
  search: 'Search shortcuts',
  none: 'No shortcut matches',
  or: 'or',
  scopes: {
    global: 'Everywhere',
    manager: 'Budgets',
    budget: 'Budget',
    register: 'Accounts',
    coming: 'In “Coming up”',
    screen: 'On this screen',
    grid: 'In the grid',
  },
  open: 'Show all shortcuts',
  undo: 'Undo',
  redo: 'Redo',
  sync: 'Sync',
  nextRegion: 'Next section',
  previousRegion: 'Previous section',
  notices: 'Jump to notifications and back',
  palette: 'Search or run a command',
  syncBanks: 'Sync all accounts with their banks',
  setUpProvider: 'Set up a provider for bank sync',
  bankHelp: 'Help with linking your bank',
  goTo: (place: string) => `Go to ${place}`,
} as const;

/** Words of the command palette. */
export const paletteTexts = {
  title: 'Command palette',
  search: 'Search or run a command',
  recent: 'Recent',
  actions: 'Actions on this screen',
  places: 'Go to',
  accounts: 'Accounts',
  categories: 'Categories',
  payees: 'Payees',
  transactions: 'Transactions',
  searchFor: (text: string) => `Search transactions for ${text}`,
} as const;

/** Words of the screen for a fault of the app. */
export const fatalTexts = {
  title: 'Fatal Error',
  lead: 'Something went wrong in the app. Your data is safe.',
  reload: 'Reload',
  details: 'Details',
  copy: 'Copy',
  loadingAnew: 'Reloading the page',
} as const;
