import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storiesFrom } from '../support/stage.mjs';
import { newBudgetWith, noBudget } from '../support/starts.mjs';
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
} from '../support/vocabulary.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const BUDGETS = join(root, 'actors/tests/fixtures/ledger/budgets');
const MONTH = 'November 2026';

let page;

const EMPTY = { from: noBudget };

/** A budget with an account and a category for the rent, of which 800.00 are budgeted. */
const withRent = newBudgetWith(
  async (send) => {
    await send('account-create', { name: 'Bank', balance: 1000 });
    const groupId = await send('category-group-create', { name: 'Home' });
    const category = await send('category-create', { name: 'Rent', groupId });
    await send('budget/budget-amount', { month: '2026-11', category, amount: 800_00 });
  },
  { hasAccount: true },
);

// The backend inside the page has no files.
const story = storiesFrom(withRent, { isReal: true }, (stage) => {
  ({ page } = stage);
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

story('a file that is no YNAB4 budget is refused in words', EMPTY, async () => {
  const form = await importBudget({
    from: /^YNAB 4/,
    title: 'Import from YNAB 4',
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

story('a YNAB4 zip opens as a budget with its accounts', EMPTY, async () => {
  await importBudget({
    from: /^YNAB 4/,
    title: 'Import from YNAB 4',
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

async function backUp() {
  await openBackups();
  await dialog('Load Backup').getByRole('button', { name: 'Back up now' }).click();
  await rows().first().waitFor();
}

async function closeBackups() {
  await dialog('Load Backup').getByRole('button', { name: 'Close' }).last().click();
  await dialog('Load Backup').waitFor({ state: 'detached' });
}

async function budgetRent(typed, shown) {
  await editBudgeted(page, 'Rent', MONTH, typed);
  await expectCell(page, 'Rent', 'Budgeted', MONTH, shown);
}

/** Loads the newest backup; the safe answer of the question has the focus. */
async function loadBackup() {
  await openBackups();
  await rows().first().click();
  const question = page.getByRole('alertdialog', { name: /^Load the backup of / });
  await question.waitFor();
  await expectFocused(question.getByRole('button', { name: 'Cancel' }));
  await question.getByRole('button', { name: 'Load' }).click();
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '800.00');
}

story('a backup is made, an edit is made, and the backup takes it back', async () => {
  await backUp();
  await expectAccessible(page);
  await closeBackups();
  await budgetRent('1', '1.00');
  await loadBackup();
});

story('what the backup replaced is one click away', async () => {
  await backUp();
  await closeBackups();
  await budgetRent('1', '1.00');
  await loadBackup();
  await openBackups();
  await page.getByText('You are working from a backup').waitFor();
  await dialog('Load Backup').getByRole('button', { name: 'Revert to original' }).click();
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1.00');
  assert.equal(await cellText(page, 'Rent', 'Budgeted', MONTH), '1.00');
});

story('the backups of a closed budget are in its menu', async () => {
  await backUp();
  await closeBackups();
  await closeBudget(page);
  await page.getByRole('button', { name: 'Options for My Finances' }).click();
  await page.getByRole('menuitem', { name: 'Load backup…' }).click();
  await rows().first().waitFor();
  await page.keyboard.press('Escape');
  await dialog('Load Backup').waitFor({ state: 'detached' });
});

story('an nYNAB export opens as a budget too', EMPTY, async () => {
  await importBudget({ from: /^YNAB \(web\)/, title: 'Import from YNAB', file: 'plan-a.json' });
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts.getByRole('link', { name: /^Main, balance / }).waitFor();
});
