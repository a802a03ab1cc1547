import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../support/browser.mjs';
import { startApp } from '../support/program.mjs';
import {
  cellText,
  chooseInBudgetMenu,
  closeBudget,
  editBudgeted,
  expectAccessible,
  expectCell,
  expectFocused,
  expectFocusNotLost,
  goToBudget,
  openApp,
} from '../support/vocabulary.mjs';

/** The backend inside the page has no files. */
const real = { skip: process.env.SOBRE_FAKE };
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const BUDGETS = join(root, 'actors/tests/fixtures/ledger/budgets');
const MONTH = 'November 2026';

let app;
let browser;
let page;

before(async () => {
  app = await startApp();
  browser = await openBrowser();
  page = await openApp(browser, app);
});
after(async () => {
  await browser?.close();
  await app?.remove();
});

const dialog = (name) => page.getByRole('dialog', { name });

/** Imports a whole budget: where it is from, then its file. */
async function importBudget({ from, title, file, bytes }) {
  await page.getByRole('button', { name: 'Import file' }).click();
  await dialog('Import file').getByRole('button', { name: from }).click();
  const form = dialog(title);
  const choosing = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Choose a file…' }).click();
  const buffer = bytes ?? (await readFile(join(BUDGETS, file)));
  await (await choosing).setFiles({ name: file, mimeType: '', buffer });
  return form;
}

test('a file that is no YNAB4 budget is refused in words', real, async () => {
  const form = await importBudget({
    from: /^YNAB4/,
    title: 'Import from YNAB4',
    file: 'nothing.ynab4.zip',
    bytes: Buffer.from('hello'),
  });
  const alert = form.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.textContent(), /^This file is not valid\. Please select a compressed/);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Back' }).click();
  await dialog('Import file').waitFor();
  await page.keyboard.press('Escape');
});

test('a YNAB4 zip opens as a budget with its accounts', real, async () => {
  await importBudget({
    from: /^YNAB4/,
    title: 'Import from YNAB4',
    file: 'My Budget.ynab4.zip',
  });
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts.getByRole('link', { name: 'Visa, balance 100.00', exact: true }).waitFor();
  await goToBudget(page);
  await page.getByRole('button', { name: 'My Budget', exact: true }).waitFor();
  await expectFocusNotLost(page);
});

async function openBackups() {
  await chooseInBudgetMenu(page, 'Load backup…');
  await dialog('Load Backup').waitFor();
}

const rows = () => dialog('Load Backup').getByRole('list', { name: 'Backups' }).locator('button');

test('a backup is made, an edit is made, and the backup takes it back', real, async () => {
  await editBudgeted(page, 'Rent', MONTH, '800');
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '800.00');
  await openBackups();
  await dialog('Load Backup').getByRole('button', { name: 'Back up now' }).click();
  await rows().first().waitFor();
  await expectAccessible(page);
  await dialog('Load Backup').getByRole('button', { name: 'Close' }).last().click();
  await editBudgeted(page, 'Rent', MONTH, '1');
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1.00');
  await openBackups();
  await rows().first().click();
  const question = page.getByRole('alertdialog', { name: /^Load the backup of / });
  await question.waitFor();
  await expectFocused(question.getByRole('button', { name: 'Cancel' }));
  await question.getByRole('button', { name: 'Load' }).click();
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '800.00');
});

test('what the backup replaced is one click away', real, async () => {
  await openBackups();
  await page.getByText('You are working from a backup').waitFor();
  await dialog('Load Backup').getByRole('button', { name: 'Revert to original' }).click();
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1.00');
  assert.equal(await cellText(page, 'Rent', 'Budgeted', MONTH), '1.00');
});

test('the backups of a closed budget are in its menu', real, async () => {
  await closeBudget(page);
  await page.getByRole('button', { name: 'Options for My Budget' }).click();
  await page.getByRole('menuitem', { name: 'Load backup…' }).click();
  await rows().first().waitFor();
  await page.keyboard.press('Escape');
  await dialog('Load Backup').waitFor({ state: 'detached' });
});

test('an nYNAB export opens as a budget too', real, async () => {
  await importBudget({ from: /^nYNAB/, title: 'Import from nYNAB', file: 'plan-a.json' });
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts.getByRole('link', { name: /^Main, balance / }).waitFor();
});

test('no page reported a fault', () => {
  assert.deepEqual(browser.faults, []);
});
