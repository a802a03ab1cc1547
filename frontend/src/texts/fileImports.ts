import { exact } from './exact';

/** Words of importing a budget from a file. */
export const fileImportTexts = {
  lead: 'Where does the budget come from?',
  found: 'Found on this computer',
  exists: (name: string) =>
    `You already have ${name ? `“${name}”` : 'this budget'}. Replace it (we keep a backup), or keep both?`,
  existsSynced:
    'Importing creates a separate budget on the server. Your other devices keep the synced one.',
  keepBoth: 'Keep both',
  actual: {
    name: 'Sobre or Actual Budget',
    hint: 'An exported .zip',
    title: 'Import an exported budget',
    lead: 'Choose the zip file of an exported budget.',
    drop: 'Drop a zip file here',
    wrong: 'This is not a zip file. Choose the zip of an exported budget.',
  },
  ynab4: {
    name: 'YNAB 4 (desktop)',
    hint: 'Zip of your .ynab4 folder',
    title: 'Import from YNAB 4',
    lead: "Compress your budget's .ynab4 folder and choose the zip file.",
    drop: 'Drop a zip file here',
    wrong: 'This file is not valid. Please select a compressed ynab4 zip file',
  },
  ynab5: {
    name: 'YNAB (web)',
    hint: 'JSON export',
    title: 'Import from YNAB',
    lead: 'Choose the JSON file you exported from YNAB.',
    drop: 'Drop a JSON file here',
    wrong: exact.notYnab5,
  },
} as const;
