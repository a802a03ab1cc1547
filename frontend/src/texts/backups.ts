/** Words of the backups of a budget. */
export const backupsTexts = {
  title: 'Load Backup',
  list: 'Backups',
  lead: 'Backed up every 15 minutes while you work.',
  none: 'There are no backups of this budget yet.',
  loading: 'Loading backups',
  loadFailed: 'The backups did not load.',
  now: 'Back up now',
  made: 'Backup made',
  working: 'You are working from a backup',
  revert: 'Revert to original',
  question: (time: string) => `Load the backup of ${time}?`,
  hint: 'Reopens the budget as it was then. You can return to the current version.',
  cloudHint: 'A synced budget needs its sync reset before it syncs again.',
  load: 'Load',
  busy: 'Loading the backup…',
  failed: 'The backup was not loaded',
} as const;
