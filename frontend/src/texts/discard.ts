/** Words of the question before a filled form is left. */
export const discardTexts = {
  title: 'Discard changes?',
  hint: 'Your changes are not saved yet.',
  discard: 'Discard',
} as const;
