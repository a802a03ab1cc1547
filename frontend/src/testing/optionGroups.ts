/** Categories of a combo box that share words and letters, for tests of what a text matches. */
export const GROUPS = [
  { id: 'top', name: '', options: [{ id: 'split', name: 'Split transaction' }] },
  {
    id: 'spl',
    name: 'Splendid things',
    options: [
      { id: 'clothing', name: 'Clothing' },
      { id: 'food', name: 'Food' },
    ],
  },
  { id: 'home', name: 'Home', options: [{ id: 'rent', name: 'Rent and food' }] },
];
