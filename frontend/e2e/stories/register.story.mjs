import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows, rowDifferences } from '../support/rows.mjs';
import { openStage, real } from '../support/stage.mjs';
import {
  expectAccessible,
  expectFocusNotLost,
  newTransaction,
  notice,
  openApp,
  openDemo,
  openRegister,
  registerGrid,
  registerRow,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;
let start;
/** Steps made since the start, each to be undone. */
let steps = 0;

openStage(
  async (stage) => {
    ({ app, browser, page } = stage);
    await openDemo(page);
    start = await readRows(page);
  },
  { isReal: true, width: 1440, height: 900 },
);

/** Waits until the field of the form has the keyboard. */
async function expectField(name) {
  await page.waitForFunction(
    (label) => document.activeElement?.getAttribute('aria-label') === label,
    name,
  );
}

/** Types one transaction into the open form, from the payee on; without a category for transfers. */
async function type(payee, notes, category, payment) {
  await expectField('Payee');
  await page.keyboard.type(payee);
  await page.keyboard.press('Tab');
  await page.keyboard.type(notes);
  await page.keyboard.press('Tab');
  if (category !== null) {
    await page.keyboard.type(category);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(payment);
  await page.keyboard.press('Enter');
  steps += 1;
}

test('twenty transactions are typed by keyboard alone', real, async () => {
  await openRegister(page, 'Cash');
  await registerGrid(page).waitFor();
  await page.keyboard.press('t');
  await expectField('Date');
  await page.keyboard.press('Tab');
  for (let count = 1; count <= 18; count += 1) {
    await type('Corner Grill', `lunch ${count}`, 'Restaurants', `${count}.50`);
  }
  await registerRow(page, /Corner Grill, Restaurants, -18\.50/).waitFor();
});

test('one is split in three', real, async () => {
  await expectField('Payee');
  await page.keyboard.type('Corner Grill');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('spl');
  await page.keyboard.press('Tab');
  await newTransaction(page).getByRole('group', { name: 'Line of the split' }).waitFor();
  await expectField('Category');
  await page.keyboard.type('Restaurants');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('20');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('30');
  await page.keyboard.press('ControlOrMeta+Enter');
  steps += 1;
  await registerRow(page, /split, -60\.00/).waitFor();
});

test('a transfer takes the money to the other account', real, async () => {
  await type('Savings', 'put aside', null, '25');
  await registerRow(page, /Savings, -25\.00/).waitFor();
  await page.keyboard.press('Escape');
  await newTransaction(page).waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
  await openRegister(page, 'Savings');
  await registerRow(page, /Cash, 25\.00/).waitFor();
});

test('the register is accessible, with its form open too', real, async () => {
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectField('Date');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
});

test('going back while typing loses nothing', real, async () => {
  await openRegister(page, 'Savings');
  await openRegister(page, 'Cash');
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await page.keyboard.press('t');
  await expectField('Date');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Rewe');
  await page.keyboard.press('Tab');
  await page.keyboard.type('half typed');
  await page.goBack();
  await page.getByRole('grid', { name: 'Transactions, Savings' }).waitFor();
  await page.goForward();
  await newTransaction(page).waitFor();
  assert.equal(await notes.inputValue(), 'half typed');
  await newTransaction(page).getByRole('button', { name: 'Cancel' }).click();
  const before = await registerGrid(page)
    .locator('[data-row-id]')
    .first()
    .getAttribute('data-row-id');
  const row = registerGrid(page).locator(`[data-row-id="${before}"]`);
  await row.locator('[data-col=notes]').click();
  await notes.fill('kept on the way back');
  await page.goBack();
  await page.getByRole('grid', { name: 'Transactions, Savings' }).waitFor();
  await page.goForward();
  await row.getByText('kept on the way back').waitFor();
  steps += 1;
});

test('what was typed is found by its words and put in another category', real, async () => {
  await openRegister(page, 'Cash');
  await page.getByRole('searchbox', { name: 'Search' }).fill('lunch');
  await registerRow(page, /-18\.50/).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '19',
  );
  await registerRow(page, /-18\.50/)
    .getByRole('gridcell', { name: 'Payee' })
    .focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar', { name: /^18 selected, total -180\.00/ }).waitFor();
  await expectAccessible(page);
  // What has no room in the bar is in its menu.
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Duplicate/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Duplicate/ }).waitFor();
  await registerRow(page, /-18\.50/)
    .getByRole('gridcell', { name: 'Payee' })
    .focus();
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: /^Category of \d+ transactions$/ }).waitFor();
  await page.keyboard.type('Groceries');
  await page.keyboard.press('Enter');
  steps += 1;
  await registerRow(page, /Corner Grill, Groceries, -18\.50/).waitFor();
});

test('the account is closed, its money goes to another one', real, async () => {
  await openRegister(page, 'Cash');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Close Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Account' });
  await dialog.getByRole('combobox', { name: 'Transfer to' }).fill('Checking');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await dialog.waitFor({ state: 'detached' });
  steps += 1;
  await page.getByRole('heading', { level: 1, name: /^Closed: Cash/ }).waitFor();
});

/** Undoes everything in a tab. Steps of another tab are named and asked about. */
async function undoAll(tab, isForeign) {
  await tab.getByRole('button', { name: 'Theme' }).focus();
  for (let left = steps; left > 0; left -= 1) {
    const button = tab.getByRole('button', { name: /^Undo ./ }).first();
    // Presses within a tenth of a second count once.
    const before = await tab.evaluate(() => performance.now());
    await tab.waitForFunction((from) => performance.now() - from > 150, before);
    const label = (await button.getAttribute('aria-label')).replace(/^Undo /, '');
    await tab.keyboard.press('ControlOrMeta+z');
    if (isForeign) {
      const region = tab.getByRole('region', { name: 'Notifications' });
      await region.getByText(`Made in another tab: ${label}. Undo it?`).waitFor();
      await region.getByRole('button', { name: 'Undo' }).click();
    }
    await notice(tab, `Undid: ${label}`).waitFor();
    await tab.keyboard.press('Escape');
  }
}

test('everything is undone, and the budget is what it was, row for row', real, async () => {
  await undoAll(page, false);
  assert.deepEqual(rowDifferences(start, await readRows(page)), []);
  await page.getByRole('heading', { level: 1, name: 'Cash' }).waitFor();
});

test('a second tab sees what is typed, and undoes it after naming it', real, async () => {
  steps = 0;
  const other = await openApp(browser, app);
  await openRegister(other, 'Cash');
  await openRegister(page, 'Cash');
  await page.keyboard.press('t');
  await expectField('Date');
  await page.keyboard.press('Tab');
  await type('Corner Grill', 'seen elsewhere', 'Restaurants', '3.21');
  await registerRow(other, /Corner Grill, Restaurants, -3\.21/).waitFor();
  await page.keyboard.press('Escape');
  await undoAll(other, true);
  await registerRow(page, /-3\.21/).waitFor({ state: 'detached' });
  assert.deepEqual(rowDifferences(start, await readRows(page)), []);
  await other.close();
});

test('no page reported a fault', real, () => assert.deepEqual(browser.faults, []));
