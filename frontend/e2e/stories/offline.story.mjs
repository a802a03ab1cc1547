// The program goes and comes back: what was not loaded yet says so, and opens later.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  budgetCell,
  budgetGrid,
  expectFocused,
  goToBudget,
  heading,
  loadNothingAhead,
  notice,
} from '../support/vocabulary.mjs';

const LOST = 'The connection was lost. Try again once it is back.';
let app;
let page;

// React reports that a part is missing.
const options = { isReal: true, hasFaults: true };
const story = storiesFrom(demoBudget, options, async (stage) => {
  ({ app, page } = stage);
  await loadNothingAhead(page);
  await page.reload();
  await goToBudget(page);
});

const strip = () => page.getByText('Connection lost, retrying…');

async function comeBack() {
  const retry = page.getByRole('button', { name: 'Retry now' });
  await retry.waitFor();
  await app.restart();
  // The page may be back by itself before it is pressed.
  await retry.evaluateAll(([button]) => button?.click());
  await strip().waitFor({ state: 'detached' });
}

story('a dialog that is not loaded yet says so, and the same press opens it later', async () => {
  const cell = budgetCell(page, 'Groceries', 'Balance', 'November 2026');
  await cell.focus();
  await app.stop();
  await strip().waitFor();
  await page.keyboard.press('?');
  await notice(page, LOST).waitFor();
  await expectFocused(cell);
  await budgetGrid(page).waitFor();
  await comeBack();
  await cell.focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: /^Groceries/ });
  await dialog.waitFor();
  const lost = await page.evaluate(
    () =>
      [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).length,
  );
  assert.equal(lost, 0, 'the dialog has its styles');
});

story('a layer that is not loaded yet is left with a notice, and opens later', async () => {
  await page.getByRole('link', { name: 'Schedules' }).click();
  const add = page.getByRole('button', { name: 'Add new schedule' }).first();
  await add.focus();
  await app.stop();
  await strip().waitFor();
  await page.keyboard.press('Enter');
  await notice(page, LOST).waitFor();
  await page.waitForURL('**/schedules');
  await expectFocused(add);
  await comeBack();
  await add.click();
  await page.getByRole('dialog', { name: 'New schedule' }).waitFor();
});

story('a screen that is not loaded yet says so in its place and is tried again', async () => {
  await app.stop();
  await strip().waitFor();
  const payees = page.getByRole('link', { name: 'Payees' });
  await payees.click();
  await page.getByRole('main').getByText(LOST).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('main').getByText(LOST).waitFor();
  await comeBack();
  await page.evaluate(() => {
    window.isSamePage = true;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page).getByText('Payees').waitFor();
  assert.ok(await page.evaluate(() => window.isSamePage), 'without a reload');
});

story('the last transactions say why they are missing', { width: 1440 }, async () => {
  await page.getByRole('radiogroup', { name: 'Months shown' }).getByRole('radio').first().click();
  const last = page.getByRole('region', { name: 'Last transactions' });
  await budgetCell(page, 'Groceries', 'Balance', 'November 2026').focus();
  await last.locator('time').first().waitFor();
  await app.stop();
  await strip().waitFor();
  await budgetCell(page, 'Fuel', 'Balance', 'November 2026').focus();
  await last.getByText('Connection lost. You can make changes once it is back.').waitFor();
});
