/** Words that screens of all kinds share. */
export const commonTexts = {
  outOfRange: 'Out of range',
  unnamed: 'No name',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  loading: 'Loading…',
  more: (count: number) => `${count} more`,
  noteFor: (about: string) => `Note for ${about}`,
  loadingNote: 'Loading the note…',
  noteNotLoaded: 'The note did not load.',
  tryAgain: 'Try again',
  ok: 'OK',
  showPassword: 'Show password',
} as const;
