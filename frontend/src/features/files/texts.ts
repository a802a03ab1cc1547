/** The words of backups and of bringing budgets in. */
export const words = {
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
