/** Words of notices about writes and their undoing. */
export const noticesTexts = {
  undo: 'Undo',
  editAgain: 'Edit again',
  maybeSaved: 'May not be saved',
  maybeSavedHint: 'We lost the connection. Check the change once it is back.',
  connectionLost: 'The connection was lost. Try again once it is back.',
  notLastStep: 'Something else changed since. Undo that first.',
  tooMuchAtOnce: 'This is too much at once. Do it in smaller parts.',
  connectionToBackendLost: 'Lost the connection to Sobre.',
} as const;
