import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { real, storiesFrom } from '../support/stage.mjs';
import { demoBudget, newBudget, noBudget } from '../support/starts.mjs';
import {
  budgetGrid,
  chooseInBudgetMenu,
  closeBudget,
  createBudget,
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  goToBudget,
  heading,
  nameNewBudget,
  openDemo,
} from '../support/vocabulary.mjs';

let page;

const EMPTY = { from: noBudget };

const story = storiesFrom(newBudget, {}, (stage) => {
  ({ page } = stage);
});

/** Gives the open budget a name of its own. */
async function rename() {
  await chooseInBudgetMenu(page, 'Rename Budget');
  const field = page.getByRole('textbox', { name: 'Budget name' });
  await field.fill('Our household');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Our household' }).waitFor();
  await expectTitle('Our household');
}

/** Waits until the title of the tab matches a pattern. */
const expectTitle = (pattern) =>
  page.waitForFunction((wanted) => new RegExp(wanted).test(document.title), pattern);

story('the first run welcomes and offers a new budget, an import and a demo', EMPTY, async () => {
  await page.getByRole('heading', { level: 1, name: 'Welcome to Sobre' }).waitFor();
  for (const name of ['Create new file', 'Import file', 'Try Demo']) {
    await page.getByRole('button', { name }).waitFor();
  }
});

story('Back closes a dialog of the first page, too', EMPTY, async () => {
  const dialog = page.getByRole('dialog', { name: 'Name your budget' });
  await page.getByRole('button', { name: 'Create new file' }).click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Welcome to Sobre' }).waitFor();
});

story('a new budget opens at once, and its name is in the title of the tab', EMPTY, async () => {
  await createBudget(page);
  await expectTitle('^Budget · .+ · Sobre$');
  await expectFocusNotLost(page);
});

story('a new budget is named before it is created', real, async () => {
  await closeBudget(page);
  await page.getByRole('button', { name: 'Create new file' }).dblclick();
  await expectFocused(page.getByRole('textbox', { name: 'Budget name' }));
  await nameNewBudget(page, 'Holiday');
  await page.getByRole('button', { name: 'Holiday' }).waitFor();
  await expectFocusNotLost(page);
  // Its empty register leads on by a press.
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('dialog', { name: 'Add account' }).waitFor();
});

story('a budget is renamed in place', () => rename());

story('Ctrl+O closes the budget; the keyboard alone opens it again', async () => {
  await rename();
  await closeBudget(page);
  const row = page.getByRole('row', { name: 'Our household' });
  await row.focus();
  await row.press('Enter');
  // Without accounts it opens where the first one is added.
  await heading(page).getByText('All accounts').waitFor();
  await expectFocused(heading(page));
  await goToBudget(page);
});

story('a reload brings the same budget back', real, async () => {
  await rename();
  await page.reload();
  await page.getByRole('button', { name: 'Our household' }).waitFor();
  await goToBudget(page);
  await expectTitle('Our household');
});

story('the demo is made and opened', async () => {
  await closeBudget(page);
  await openDemo(page);
});

/** Exports the open budget; answers where the zip lies. */
async function exportBudget() {
  const download = page.waitForEvent('download');
  await chooseInBudgetMenu(page, 'Export');
  const file = await download;
  assert.match(file.suggestedFilename(), /\.zip$/);
  return file.path();
}

async function importBudget(path) {
  await closeBudget(page);
  await page.getByRole('button', { name: 'Import file' }).click();
  await page.getByRole('button', { name: /^Sobre or/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an exported budget' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await (await choosing).setFiles({
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: await readFile(path),
  });
}

const DEMO = { ...real, from: demoBudget };

story('an import of a budget that is here is asked about, and both may be kept', DEMO, async () => {
  await importBudget(await exportBudget());
  const question = page.getByRole('alertdialog', { name: 'This budget is on this device already' });
  await question.waitFor();
  await expectFocused(question.getByRole('button', { name: 'Cancel' }));
  await question.getByRole('button', { name: 'Keep both' }).press('Enter');
  await budgetGrid(page).waitFor();
  await importBudget(await exportBudget());
  await question.getByRole('button', { name: 'Replace' }).press('Enter');
  await page.getByText('in its backups').waitFor();
});

story('a budget of the list is duplicated and renamed', real, async () => {
  await rename();
  await closeBudget(page);
  await page.getByRole('button', { name: 'Options for Our household' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('row', { name: 'Our household (copy)' }).waitFor();
  await page.getByRole('button', { name: 'Options for Our household', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('row', { name: 'Our household (copy 2)' }).press('F2');
  const field = page.getByRole('textbox', { name: 'Budget name' });
  await field.fill('Shared house');
  await field.press('Enter');
  const row = page.getByRole('row', { name: 'Shared house' });
  await expectFocused(row);
  await expectAccessible(page);
  await row.click();
  await goToBudget(page);
});

story('a budget is deleted after a question whose safe answer has the focus', async () => {
  await rename();
  await closeBudget(page);
  await page.getByRole('row', { name: 'Our household' }).press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Our household' });
  await dialog.waitFor();
  await expectFocused(dialog.getByRole('button', { name: 'Cancel' }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Our household', { exact: true }).waitFor({ state: 'detached' });
  await page.locator('main :focus').waitFor();
});

const EMPTY_ON_PHONE = { ...real, from: noBudget, width: 400, height: 820 };

story('the long address of a server pushes nothing aside on a phone', EMPTY_ON_PHONE, async () => {
  const url = 'http://a-long-name-of-a-server.somewhere-in-the-family.example:5107/with/a/path';
  await page.evaluate(
    (body) => {
      const headers = { 'Content-Type': 'application/json' };
      return fetch('/api/call/set-server-url', { method: 'POST', headers, body });
    },
    JSON.stringify({ url, validate: false }),
  );
  await page.reload();
  await page.getByText(`Using server: ${url}`).waitFor();
  await page.getByRole('link', { name: 'Change' }).waitFor();
  await expectNoSidewaysScroll(page);
});
