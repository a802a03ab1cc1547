/** Words that screens of all kinds share. */
export const commonTexts = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  loading: 'Loading…',
  more: (count: number) => `${count} more`,
} as const;
