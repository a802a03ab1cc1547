// The monthly routine in the demo budget by keyboard alone: move, cover, hold, fill, explain.
import assert from 'node:assert/strict';
import { sendCalls } from '../support/rows.mjs';
import { real, storiesFrom } from '../support/stage.mjs';
import { demoBudget, newBudgetWith } from '../support/starts.mjs';
import {
  budgetCell,
  cellText,
  expectCell,
  expectFocused,
  notice,
  openPalette,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
let page;

const story = storiesFrom(demoBudget, real, (stage) => {
  ({ page } = stage);
});

/** Focuses a cell of a category. */
async function focusOn(category, measure) {
  const cell = budgetCell(page, category, measure, MONTH);
  const button = cell.getByRole('button');
  await ((await button.count()) > 0 ? button : cell).focus();
}

/** A shown amount in cents. */
const cents = (text) => Math.round(Number(text.replaceAll(',', '')) * 100);
const balanceOf = async (category) => cents(await cellText(page, category, 'Balance', MONTH));
const shown = (amount) =>
  (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

story('money moves between envelopes with three keys beside the digits', async () => {
  const [groceries, fuel] = [await balanceOf('Groceries'), await balanceOf('Fuel')];
  await focusOn('Groceries', 'Balance');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move from Groceries' });
  await expectFocused(dialog.getByLabel('Amount'));
  await page.keyboard.type('50');
  await page.keyboard.press('Tab');
  await dialog
    .getByLabel('Afterwards')
    .getByText(shown(groceries - 5000))
    .waitFor();
  await page.keyboard.type('fuel');
  await page.getByRole('option', { name: /^Fuel/ }).waitFor();
  await page.keyboard.press('Enter');
  // In its field the press for undo would be about the typed text.
  await dialog.waitFor({ state: 'detached' });
  await expectCell(page, 'Groceries', 'Balance', MONTH, shown(groceries - 5000));
  await expectCell(page, 'Fuel', 'Balance', MONTH, shown(fuel + 5000));
  await undo(page);
  await expectCell(page, 'Fuel', 'Balance', MONTH, shown(fuel));
});

story('one overspent category is covered, then undone', async () => {
  await focusOn('Restaurants', 'Balance');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Cover Restaurants' });
  await expectFocused(dialog.getByLabel('From'));
  await page.keyboard.type('groceries');
  await page.getByRole('option', { name: /^Groceries/ }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
  await undo(page);
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '-43.17');
});

story('one key covers from the proposed place', async () => {
  await focusOn('Restaurants', 'Balance');
  await page.keyboard.press('m');
  await expectFocused(page.getByRole('dialog', { name: 'Cover Restaurants' }).getByLabel('From'));
  await page.keyboard.press('Enter');
  await notice(page, /^Covered 43\.17 of Restaurants from To Budget/).waitFor();
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
});

story('an envelope goes below zero only after a question', async () => {
  await focusOn('Groceries', 'Balance');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move from Groceries' });
  await expectFocused(dialog.getByLabel('Amount'));
  await page.keyboard.type('300');
  await dialog.getByText('This leaves Groceries at -24.87.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('fuel');
  await page.getByRole('option', { name: /^Fuel/ }).waitFor();
  await page.keyboard.press('Enter');
  await expectFocused(dialog.getByRole('button', { name: 'Move anyway' }));
  await page.keyboard.press('Enter');
  await expectCell(page, 'Groceries', 'Balance', MONTH, '-24.87');
});

story('a cover says what it moved, which is no more than the other place had', async () => {
  const had = await cellText(page, 'Coffee & Bakery', 'Balance', MONTH);
  await focusOn('Restaurants', 'Balance');
  await page.keyboard.press('m');
  await expectFocused(page.getByRole('dialog').getByLabel('From'));
  await page.keyboard.type('coffee');
  await page.getByRole('option', { name: /^Coffee/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByLabel('Afterwards').getByText('0.00', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cover' }).press('Enter');
  await notice(page, `Covered ${had} of Restaurants`).waitFor();
  await expectCell(page, 'Coffee & Bakery', 'Balance', MONTH, '0.00');
  await undo(page);
  await notice(page, `Undid: Covered ${had} of Restaurants`).waitFor();
  await expectCell(page, 'Coffee & Bakery', 'Balance', MONTH, had);
});

story('all overspending is covered in one step', async () => {
  const categories = (await sendCalls(page, [['get-categories', {}]]))[0].list;
  const idOf = (name) => categories.find((each) => each.name === name).id;
  const month = '2026-11';
  await sendCalls(page, [
    ['budget/budget-amount', { month, category: idOf('Coffee & Bakery'), amount: 0 }],
  ]);
  await expectCell(page, 'Coffee & Bakery', 'Budgeted', MONTH, '0.00');
  await page.getByRole('button', { name: 'Cover all overspending' }).press('Enter');
  await expectFocused(page.getByRole('dialog').getByLabel('From'));
  await page.keyboard.type('groceries');
  await page.getByRole('option', { name: /^Groceries/ }).waitFor();
  await page.keyboard.press('Enter');
  await notice(page, /^Covered .* of 2 categories from Groceries/).waitFor();
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
  await expectCell(page, 'Coffee & Bakery', 'Balance', MONTH, '0.00');
  await undo(page);
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '-43.17');
});

story('money is held for the next month and released', async () => {
  const left = page.getByRole('region', { name: `${MONTH} summary` }).getByText('84.20');
  await page
    .getByRole('region', { name: `${MONTH} summary` })
    .getByRole('button', { name: /^To Budget/ })
    .press('Enter');
  await page.getByRole('button', { name: 'Hold for next month' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hold for next month' });
  await expectFocused(dialog.getByLabel('Amount'));
  await page.keyboard.type('84.20');
  await page.keyboard.press('Enter');
  await notice(page, /^Held 84\.20/).waitFor();
  await left.waitFor({ state: 'detached' });
  await undo(page);
  await left.waitFor();
});

/** Opens the command palette from a cell and runs what a text finds first. */
async function runByPalette(text, option) {
  await focusOn('Groceries', 'Budgeted');
  await openPalette(page);
  await page.keyboard.type(text);
  await page.getByRole('option', { name: option }).first().waitFor();
  await page.keyboard.press('Enter');
}

story('from a cell, money is held and all is covered by the palette', async () => {
  await runByPalette('hold', /^Hold for next month: November 2026/);
  await expectFocused(page.getByRole('dialog').getByLabel('Amount'));
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await notice(page, /^Held 50\.00/).waitFor();
  await runByPalette('cover all', /^Cover all overspending: November 2026/);
  await expectFocused(page.getByRole('dialog').getByLabel('From'));
});

story('a number leads down to its transactions, and back to its cell', async () => {
  await focusOn('Groceries', 'Balance');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Spent/ }).press('Enter');
  await dialog.getByRole('heading', { name: /^Groceries: Spent/ }).waitFor();
  await dialog.getByRole('button', { name: 'Show the transactions' }).press('Enter');
  await page.getByRole('grid').waitFor();
  assert.match(page.url(), /\/accounts/);
  await page.goBack();
  await expectFocused(budgetCell(page, 'Groceries', 'Balance', MONTH));
});

story('templates fill a month, and one step takes it back', async () => {
  const categories = (await sendCalls(page, [['get-categories', {}]]))[0].list;
  const rent = categories.find((each) => each.name === 'Rent').id;
  await sendCalls(page, [
    ['notes-save', { id: rent, note: '#template 1500' }],
    ['save-prefs', { 'flags.goalTemplatesEnabled': true }],
  ]);
  await page.getByRole('button', { name: `${MONTH} actions` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Overwrite with budget templates' }).press('Enter');
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1,500.00');
  await page.getByRole('img', { name: 'Goal 1,500.00, Funded' }).waitFor();
  await undo(page);
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1,450.00');
});

story('three neighbouring amounts are typed with four keys beside the digits', async () => {
  await focusOn('Rent', 'Budgeted');
  for (const [key, amount] of [
    ['ArrowDown', '111'],
    ['Enter', '112'],
    ['Enter', '113'],
  ]) {
    await page.keyboard.press(key);
    await page.keyboard.type(amount);
  }
  await page.keyboard.press('Enter');
  await expectCell(page, 'Electricity & Heating', 'Budgeted', MONTH, '111.00');
  await expectCell(page, 'Water & Waste', 'Budgeted', MONTH, '112.00');
  await expectCell(page, 'Internet & Phone', 'Budgeted', MONTH, '113.00');
});

/** Money on an account, and three envelopes without any. */
const emptyMonth = newBudgetWith(
  async (send) => {
    await send('account-create', { name: 'Bank', balance: 1000 });
    const groupId = await send('category-group-create', { name: 'Home' });
    for (const name of ['Holiday', 'Food', 'Rent'])
      await send('category-create', { name, groupId });
  },
  { hasAccount: true },
);

story('a month goes from empty to nothing left to budget', { from: emptyMonth }, async () => {
  const summary = page.getByRole('region', { name: `${MONTH} summary` });
  await summary.getByRole('button', { name: /^To Budget: 1,000\.00/ }).waitFor();
  await focusOn('Rent', 'Budgeted');
  for (const amount of ['600', '300.50', '50+49.50']) {
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  }
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '600.00');
  await expectCell(page, 'Food', 'Budgeted', MONTH, '300.50');
  await expectCell(page, 'Holiday', 'Budgeted', MONTH, '99.50');
  const left = summary.getByRole('button', { name: /^To Budget: 0\.00.*All money is assigned/ });
  await left.waitFor();
});

const phone = { width: 400, height: 800, isTouched: true };

story('the same on a phone, by touch', { from: emptyMonth, ...phone }, async () => {
  await budgetCell(page, 'Rent', 'Budgeted', MONTH).tap();
  const pad = page.getByRole('group', { name: 'Number pad' });
  for (const keys of [
    ['6', '0', '0', 'Next amount'],
    ['3', '0', '0', 'Next amount'],
    ['1', '0', '0', 'Done'],
  ]) {
    for (const name of keys) await pad.getByRole('button', { name, exact: true }).tap();
  }
  await page.getByRole('button', { name: /^To Budget: 0\.00.*All money is assigned/ }).waitFor();
});
