import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { commonTexts } from './common';
import { errorText } from './errors';
import { exact } from './exact';
import { payeesTexts } from './payees';

/** Texts with a fixed wording, character for character. */
const SPECIFIED = [
  'Try Demo',
  'Using server: {url}',
  'No server configured',
  'Unable to contact the server',
  'Import file',
  'Create new file',
  'Create test file',
  'Network unavailable',
  'Available for download',
  'Local',
  'Syncing',
  'This file is encrypted and you have the key to access it.',
  'This file is encrypted and you do not have the key for it.',
  'This is a cloud-based file but its state is unknown because you are offline.',
  'Closing...',
  'Downloading...',
  'Making demo...',
  'Importing...',
  'Select new file',
  'No transactions found',
  'Error:',
  'This file is encrypted',
  'Unable to decrypt file',
  'This budget cannot be loaded with this version of the app. Make sure the app is up-to-date. Do you want to load a backup?',
  'Budget file could not be found. If you changed something manually, please restart the app.',
  'Error loading budget. Please open an issue on the issue tracker for support.',
  'This file is not valid. Please select a .ynab4 file',
  'Unable to parse file. Please select a JSON file exported from nYNAB.',
  'This file is not valid. Please select a JSON file exported from nYNAB.',
  'An unknown error occurred while importing. Sorry! We have been notified of this issue.',
  'Unable to save changes',
  'Something internally went wrong...',
  'Loading account...',
  'Not logged in',
  'Offline',
  'Server',
  'No server',
  'Change password',
  'Sign out',
  'Rename Budget',
  'Help',
  'Name is required',
  'You must select a type',
  'Balance must be a number',
  'Transfer is required',
  'Category is required',
  'You must select a category',
  'Something bad happened, sorry!',
  'A category must be transferred to another of the same type (expense or income)',
  'Repair splits...',
  'Invalid date format',
  'Value cannot be empty',
  'Value must be a number',
  'Please choose a valid field for this type of rule',
  'Server is not running at this URL. Make sure you have HTTPS set up properly.',
  'Server does not look like an Actual-style server. Is it set up correctly?',
  'Stop using a server',
  'Use current origin',
  "Don't use a server",
  'Password cannot be empty',
  'Passwords do not match',
  "Whoops, an error occurred on our side! We'll try to get it fixed soon.",
  'Internal server error',
  'Password successfully changed',
  'Invalid password',
  'Unable to access server. Make sure the configured URL for the server is accessible.',
  'Server returned an error while checking its status.',
  'Downloading the file failed. Check your network connection.',
  'Uploading the file failed. Check your network connection.',
  'You are not logged in.',
  'Something went wrong while resetting your file. Please try again.',
  'You cannot perform this action in the beta version...',
  'Unable to decrypt file with this password. Please try again.',
  'Your data is out of sync',
  'Your data is still out of sync',
  'Repair',
  'Reset sync',
  'The product has updated the syncing format',
  'Your encryption key needs to be reset',
  'Reset key',
  'This file is not a cloud file',
  'Register',
  'File needs upload',
  'Upload',
  'Syncing has been reset on this cloud file',
  'Revert',
  'Missing encryption key',
  'Create key',
  'Update required',
  'Unable to authenticate with the server',
  'Enable encryption…',
];

test('the exact texts are those that are fixed, no more and no less', () => {
  expect(Object.values<string>(exact).sort()).toEqual([...SPECIFIED].sort());
});

test.each([
  ['budget-not-found', exact.budgetNotFound],
  ['out-of-sync-data', exact.newerVersion],
  ['network-failure', exact.contactFailed],
  ['category-type', exact.categoryType],
  ['internal', exact.internal],
])('the error %s has words of its own', (code, words) => {
  expect(errorText(new CallError(code, 'from the backend'))).toBe(words);
});

test.each([
  [
    'category-exists',
    { name: 'Rent', group: 'Bills' },
    'Bills already has a category called Rent.',
  ],
  ['category-exists', undefined, 'This group already has a category of that name.'],
  ['group-exists', { name: 'Bills' }, 'There already is a group called Bills.'],
  ['account-closed', { name: 'Old' }, 'Old is closed and cannot receive the balance.'],
  ['name-too-long', { most: 250 }, 'A name has 250 characters at most.'],
  [
    'too-many-rows',
    { most: 50000 },
    'Sobre changes at most 50,000 rows at once. Do it in smaller parts.',
  ],
  ['storage-full', { reason: 'full' }, 'The disk is full. Make room on it and try again.'],
  [
    'storage-full',
    { reason: 'haunted' },
    'Sobre cannot write to the disk. Check that it has room and is not read-only.',
  ],
  ['busy', { open: true }, 'Too many budgets are open at once. Close one first.'],
])('the facts of %s, %o, go into its sentence', (code, meta, words) => {
  expect(errorText(new CallError(code, 'from the backend', meta))).toBe(words);
});

test("a code that is not in the catalogue shows the backend's words", () => {
  expect(errorText(new CallError('invalid-name', 'The name is taken.'))).toBe('The name is taken.');
});

test('a fault that is no answer of the backend shows the general text', () => {
  expect(errorText(new TypeError('x is undefined'))).toBe(exact.internal);
  expect(errorText(null)).toBe(exact.internal);
});

/** All texts of a catalogue, also of its parts. */
function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue];
  if (typeof catalogue !== 'object' || catalogue === null) return [];
  return Object.values(catalogue).flatMap(textsOf);
}

test('a text that screens share stands in one catalogue', () => {
  const catalogues = import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true });
  const shared = new Set(textsOf(commonTexts));
  const doubled = Object.entries(catalogues)
    .filter(([path]) => path !== './common.ts')
    .flatMap(([path, texts]) =>
      textsOf(texts)
        .filter((text) => shared.has(text))
        .map((text) => `${path}: ${text}`),
    );
  expect(doubled).toEqual([]);
});

test('a rule that renames several payees names them as alternatives', () => {
  const hint = (...names: string[]) => payeesTexts.merge.renameHint(names, 'Bakery');
  expect(hint('A', 'B', 'C')).toBe('When a bank sends A, B, or C, a rule changes it to Bakery.');
  expect(hint('A', 'B', 'C', 'D', 'E')).toContain('sends A, B, C, D, or one of the others, a rule');
});
