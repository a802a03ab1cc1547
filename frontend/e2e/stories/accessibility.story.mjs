// What opens on the screens outside the register has names and is reached by the keyboard.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, noBudget } from '../support/starts.mjs';
import { budgetCell, budgetRow, closeBudget, expectAccessible } from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
let page;

const story = storiesFrom(demoBudget, { isReal: true }, (stage) => {
  ({ page } = stage);
});

const menu = () => page.getByRole('menu').first();

/** Closes what is open. */
async function dismiss(open) {
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
}

story('the first run', { from: noBudget }, async () => {
  await expectAccessible(page);
});

story('the budget and its open field', async () => {
  await expectAccessible(page);
  await budgetCell(page, 'Groceries', 'Budgeted', MONTH).click();
  const field = page.getByRole('textbox', { name: `Budgeted, Groceries, ${MONTH}` });
  await field.waitFor();
  await expectAccessible(page);
  await dismiss(field);
});

story('the menus of a balance, a row and an account', async () => {
  await budgetCell(page, 'Groceries', 'Balance', MONTH).click();
  await menu().waitFor();
  await expectAccessible(page);
  await dismiss(menu());

  await budgetRow(page, 'Groceries').getByRole('rowheader').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to group…' }).press('ArrowRight');
  await page.getByRole('menu').nth(1).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dismiss(menu());

  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts.getByRole('link', { name: /^Savings, balance / }).focus();
  await page.keyboard.press('Shift+F10');
  await menu().waitFor();
  await expectAccessible(page);
  await dismiss(menu());
});

story('the command palette', async () => {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('option').first().waitFor();
  await expectAccessible(page);
  await dismiss(palette);
});

story('the balances of groups and accounts end at one edge', async () => {
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts.getByRole('link', { name: /^Savings, balance [\d,]+\.\d\d$/ }).waitFor();
  const ends = await accounts
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) =>
        Math.round(link.lastElementChild.lastElementChild.getBoundingClientRect().right),
      ),
    );
  assert.equal(new Set(ends).size, 1, `they end at ${ends}`);
});

story('the accounts of a phone', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('link', { name: /^All accounts, balance / }).waitFor();
  await expectAccessible(page);
});

story('the list of budgets', async () => {
  await closeBudget(page);
  await page.getByRole('row', { name: 'Demo Budget' }).waitFor();
  await expectAccessible(page);
});
