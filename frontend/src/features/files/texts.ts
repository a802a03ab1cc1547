import { exact } from '@/app/texts';

/** The words of backups and of bringing budgets in. */
export const words = {
  import: {
    lead: 'Where does the budget come from?',
    back: 'Back',
    found: 'Found on this computer',
    actual: {
      name: 'Sobre, or a program of its family',
      hint: 'The zip file of an exported budget',
      title: 'Import an exported budget',
      lead: 'Choose the zip file of an exported budget.',
      drop: 'Drop a zip file here',
      wrong: 'This is no zip file. Choose the zip of an exported budget.',
    },
    ynab4: {
      name: 'YNAB4',
      hint: 'The older program, as a zip file',
      title: 'Import from YNAB4',
      lead: 'Compress the folder of your budget, which ends in .ynab4, and choose the zip file.',
      drop: 'Drop a zip file here',
      wrong: 'This file is not valid. Please select a compressed ynab4 zip file',
    },
    ynab5: {
      name: 'nYNAB',
      hint: 'The newer program on the web, as a JSON file',
      title: 'Import from nYNAB',
      lead: 'Choose the JSON file that was exported from nYNAB.',
      drop: 'Drop a JSON file here',
      wrong: exact.notYnab5,
    },
  },
  backup: {
    open: 'Load backup…',
    title: 'Load Backup',
    list: 'Backups',
    lead: 'While a budget is open and changes, it is backed up every 15 minutes.',
    none: 'There are no backups of this budget yet.',
    loading: 'Loading backups',
    loadFailed: 'The backups could not be listed.',
    now: 'Back up now',
    made: 'Backup made',
    working: 'You are working from a backup',
    revert: 'Revert to original',
    question: (time: string) => `Load the backup of ${time}?`,
    hint: 'The budget is closed and opened again as it was then. You can revert to how it is now.',
    cloudHint: 'If the budget is synced, its sync has to be reset before it is synced again.',
    load: 'Load',
    busy: 'Loading the backup…',
    failed: 'The backup was not loaded',
    instead: 'Load a backup',
  },
} as const;
