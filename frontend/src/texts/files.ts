import { plural, SEPARATOR } from './locale';

/** Words of the list of budgets, backups, uploads and importing. */
export const filesTexts = {
  title: 'Budgets',
  list: 'Budgets',
  lastOpened: 'Opened last',
  noKey: 'Password needed',
  loading: 'Loading budgets',
  waiting: 'Waiting for the server to list its budgets…',
  loadFailed: 'Your budgets did not load.',
  openFailed: 'The budget did not open',
  welcome: 'Welcome to Sobre',
  welcomeLead: 'Give every dollar a job. Start fresh, import a budget, or explore the demo.',
  connect: 'Sync across devices: connect a server',
  emptyCreate: 'Start with a fresh budget and sensible categories.',
  emptyImport: 'Import a budget you exported elsewhere.',
  emptyDemo: 'See a real-looking budget. Change anything; it is only a demo.',
  newTitle: 'Name your budget',
  /** The name suggested for a new budget; the next ones are numbered. */
  newName: (nth: number) => (nth === 0 ? 'My Finances' : `My Finances ${nth}`),
  creating: 'Creating your budget…',
  creatingFirst: 'Creating your first budget',
  replaced: 'A budget was replaced',
  replacedHint: 'This budget was already on this device. The old version is in its backups.',
  replacedSynced:
    'The replaced budget was synced. Your other devices keep using it; the import is a separate budget on the server.',
  reverted: "Switched to the server's copy",
  revertedHint: 'Your version is in its backups.',
  notShared: 'This budget is not on the server yet',
  renameTitle: (name: string) => `Rename ${name}`,
  renamed: (name: string) => `Renamed to ${name}`,
  duplicating: 'Duplicating the budget…',
  duplicated: (name: string) => `Created ${name}`,
  duplicateFailed: 'The budget was not duplicated',
  /** Follows the name of a copy; budgets have several copies. */
  copySuffix: (nth: number) => (nth === 1 ? ' (copy)' : ` (copy ${nth})`),
  notRenamed: 'The copy kept another name',
  notRenamedHint: (reason: string) => `The budget was duplicated and is in the list. ${reason}`,
  storedHere: (time: string, size: string) => `Changed ${time}${SEPARATOR}${size}`,
  size: (bytes: number) =>
    bytes < 1_000_000
      ? `${Math.ceil(bytes / 1000)}\u00a0kB`
      : `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`,
  options: (name: string) => `Options for ${name}`,
  downloadFailed: 'The budget was not downloaded',
  existsTitle: 'This budget is on this device already',
  exists: (name: string) =>
    `This device already has ${name || 'this budget'}. The server's copy will replace it.`,
  replace: 'Replace',
  imported: (name: string, accounts: number, transactions: number) => {
    const what = plural(accounts, { one: '# account', other: '# accounts' });
    const rows = plural(transactions, { one: '# transaction', other: '# transactions' });
    return `Imported ${name}: ${what}, ${rows}.`;
  },
  importOr: 'or',
  importChoose: 'Choose a file…',
  footer: (version: string) => `App: v${version}`,
  uploads: {
    open: 'Earlier uploads…',
    busy: 'Restoring…',
    notRestored: 'The upload was not restored',
  },
  deletedBudgets: {
    open: 'Deleted from the server…',
    title: 'Deleted from the server',
    lead: 'The server keeps uploads of a deleted budget. Restoring one brings the budget back for all devices.',
  },
  here: {
    open: 'Open a budget of this device…',
    title: 'Budgets on this device',
    lead: 'These open without the server. Your changes sync once you sign in again.',
  },
  backup: {
    open: 'Load backup…',
    notMade: 'This budget was not backed up',
    instead: 'Load a backup',
  },
} as const;
