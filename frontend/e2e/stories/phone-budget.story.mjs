// The monthly routine on a phone, by touch: a sheet for each envelope, and numbers that explain
// themselves.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, demoBudgetWith } from '../support/starts.mjs';
import {
  budgetCell,
  budgetRow,
  cellText,
  expectAccessible,
  expectCell,
  expectFocused,
  expectNoSidewaysScroll,
  notice,
  rest,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
const PHONE = { isReal: true, isTouched: true, width: 400, height: 800 };
let page;

const story = storiesFrom(demoBudget, PHONE, (stage) => {
  ({ page } = stage);
});

/** Opens the sheet of an envelope. */
async function openSheet(category) {
  await budgetRow(page, category).getByRole('rowheader').tap();
  const sheet = page.getByRole('dialog', { name: category });
  await sheet.waitFor();
  return sheet;
}

const choose = (sheet, name) => sheet.getByRole('button', { name, exact: true }).tap();

/** Counts taps, beside those on digits. */
function counting() {
  const counted = { taps: 0 };
  const tap = async (place) => {
    counted.taps += 1;
    await place.tap();
  };
  return { counted, tap };
}

const balance = (category) => budgetCell(page, category, 'Balance', MONTH);

story('50 move out of an envelope into another one with three taps', async () => {
  const before = Number(await cellText(page, 'Household', 'Balance', MONTH));
  const { counted, tap } = counting();
  await tap(balance('Groceries'));
  const dialog = page.getByRole('dialog', { name: 'Move from Groceries' });
  await expectFocused(dialog.getByLabel('Amount'));
  await tapKeys('5', '0');
  await dialog.getByText('This leaves Groceries at 225.13.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await tap(dialog.getByRole('button', { name: /^Household/ }));
  await dialog.getByText((before + 50).toFixed(2)).waitFor();
  await tap(dialog.getByRole('button', { name: 'Move', exact: true }));
  await notice(page, /^Moved 50\.00/).waitFor();
  assert.ok(counted.taps <= 3);
  await expectCell(page, 'Household', 'Balance', MONTH, (before + 50).toFixed(2));
  await undo(page);
  await expectCell(page, 'Household', 'Balance', MONTH, before.toFixed(2));
});

story('an envelope goes below zero only after a question', async () => {
  await choose(await openSheet('Groceries'), 'Transfer to another category');
  const dialog = page.getByRole('dialog', { name: 'Move from Groceries' });
  await expectFocused(dialog.getByLabel('Amount'));
  await tapKeys('3', '0', '0');
  await dialog.getByText('This leaves Groceries at -24.87.').waitFor();
  await dialog.getByRole('button', { name: /^To Budget/ }).tap();
  await expectFocused(dialog.getByLabel('Amount'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move anyway' }).tap();
  await expectCell(page, 'Groceries', 'Balance', MONTH, '-24.87');
});

story('an overspent envelope is covered with two taps, from what is proposed', async () => {
  const { counted, tap } = counting();
  await tap(balance('Restaurants'));
  const dialog = page.getByRole('dialog', { name: 'Cover Restaurants' });
  await dialog.getByRole('button', { name: /^To Budget/, pressed: true }).waitFor();
  await expectAccessible(page);
  await tap(dialog.getByRole('button', { name: 'Cover', exact: true }));
  await notice(page, /^Covered 43\.17/).waitFor();
  assert.ok(counted.taps <= 3);
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
});

story('what is overspent is covered from the strip below the rows', async () => {
  await page.getByRole('button', { name: '1 overspent' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Cover Restaurants' });
  await dialog.getByRole('button', { name: /^Groceries/ }).tap();
  await dialog.getByRole('button', { name: 'Cover', exact: true }).tap();
  await notice(page, /from Groceries/).waitFor();
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
});

const twoOverspent = demoBudgetWith(async (send) => {
  const { list } = await send('get-categories');
  const { id } = list.find(({ name }) => name === 'Coffee & Bakery');
  await send('budget/budget-amount', { month: '2026-11', category: id, amount: 0 });
});

story('all overspent envelopes are covered with two taps', { from: twoOverspent }, async () => {
  const { counted, tap } = counting();
  await tap(page.getByRole('button', { name: '2 overspent' }));
  const dialog = page.getByRole('dialog', { name: 'Cover all overspending' });
  await dialog.getByRole('button', { name: /^To Budget/, pressed: true }).waitFor();
  await expectAccessible(page);
  await tap(dialog.getByRole('button', { name: 'Cover', exact: true }));
  await notice(page, /^Covered .* of 2 categories/).waitFor();
  assert.ok(counted.taps <= 5);
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
  await expectCell(page, 'Coffee & Bakery', 'Balance', MONTH, '0.00');
});

story('what is left to budget stands on one line', { from: twoOverspent }, async () => {
  const left = page.getByRole('button', { name: /^To Budget: 129\.20/ });
  const label = await left.getByText('To Budget:').first().boundingBox();
  const amount = await left.getByText('129.20').last().boundingBox();
  assert.ok(amount.y < label.y + label.height && label.y < amount.y + amount.height);
});

story('a number leads down to its transactions, and back to the budget', async () => {
  await choose(await openSheet('Groceries'), 'Explain the balance');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: /^Groceries: Balance/ }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: /^Spent/ }).tap();
  await dialog.getByRole('button', { name: 'Show the transactions' }).tap();
  await page
    .getByRole('link', { name: /^Farm Stand Lakeview, Groceries/ })
    .first()
    .waitFor();
  await page.goBack();
  await budgetCell(page, 'Groceries', 'Balance', MONTH).waitFor();
});

story('what is left is explained from its panel', async () => {
  await page.getByRole('button', { name: /^To Budget/ }).tap();
  const panel = page.getByRole('dialog', { name: MONTH });
  await panel.getByRole('button', { name: 'Explain this number', exact: true }).last().tap();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /^To Budget/ })
    .waitFor();
});

const pad = () => page.getByRole('group', { name: 'Number pad' });

/** Taps keys of the number pad by their names. */
async function tapKeys(...names) {
  for (const name of names) await pad().getByRole('button', { name, exact: true }).tap();
}

story('an amount is typed on the number pad with arithmetic, and Done ends it', async () => {
  const cell = budgetCell(page, 'Household', 'Budgeted', MONTH);
  const before = Number(await cellText(page, 'Household', 'Budgeted', MONTH));
  await cell.tap();
  const field = page.getByRole('textbox', { name: /Household/ });
  await expectFocused(field);
  assert.equal(await field.getAttribute('inputmode'), 'none');
  await tapKeys('plus', '5', '0', 'decimal mark', '5', 'Backspace', '2');
  await page.getByText(`= ${(before + 50.2).toFixed(2)}`).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await tapKeys('Done');
  await pad().waitFor({ state: 'detached' });
  await expectCell(page, 'Household', 'Budgeted', MONTH, (before + 50.2).toFixed(2));
  await expectFocused(cell);
});

story('the pad goes on to the next amounts, and has the old ones at hand', async () => {
  await budgetCell(page, 'Groceries', 'Budgeted', MONTH).tap();
  await expectFocused(page.getByRole('textbox', { name: /Groceries/ }));
  await tapKeys('9', '0', 'divided by', '4', 'equals');
  assert.equal(await page.getByRole('textbox', { name: /Groceries/ }).inputValue(), '22.50');
  await tapKeys('Next amount');
  await expectFocused(page.getByRole('textbox', { name: /Restaurants/ }));
  await tapKeys('Clear', '1', '0', 'plus', 'Was 441.82', 'Next amount');
  await expectFocused(page.getByRole('textbox', { name: /Coffee/ }));
  await tapKeys('Done');
  await expectCell(page, 'Groceries', 'Budgeted', MONTH, '22.50');
  await expectCell(page, 'Restaurants', 'Budgeted', MONTH, '451.82');
  await expectCell(page, 'Coffee & Bakery', 'Budgeted', MONTH, '45.00');
});

story('a tap on the balance of an empty envelope opens its sheet', async () => {
  await expectCell(page, 'Rent', 'Balance', MONTH, '0.00');
  await balance('Rent').tap();
  const sheet = page.getByRole('dialog', { name: 'Rent' });
  await sheet.getByRole('button', { name: 'Explain the balance', exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

story('five places to move money to are in view above the number pad', async () => {
  await balance('Groceries').tap();
  const places = page.getByRole('dialog').getByRole('group', { name: 'To', exact: true });
  await pad().waitFor();
  await places.getByRole('button').nth(4).waitFor();
  await rest(page);
  const top = (await pad().boundingBox()).y;
  const frame = await places.locator('section').first().locator('..').boundingBox();
  const end = Math.min(top, frame.y + frame.height);
  const boxes = await Promise.all(
    (await places.getByRole('button').all()).map((place) => place.boundingBox()),
  );
  const inView = boxes.filter(({ y, height }) => y >= frame.y && y + height <= end);
  assert.ok(inView.length >= 5, `${inView.length} places are in view`);
});

story('every key of the pad is large enough for a thumb, and none covers the field', async () => {
  await budgetCell(page, 'Groceries', 'Budgeted', MONTH).tap();
  await expectFocused(page.getByRole('textbox', { name: /Groceries/ }));
  await pad().waitFor();
  for (const key of await pad().getByRole('button').all()) {
    const { width, height } = await key.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${await key.textContent()} is ${width} by ${height}`);
  }
  // The table scrolls once it is lower.
  await page.waitForFunction(() => {
    const pad = document.querySelector('[data-number-pad]').getBoundingClientRect();
    return document.activeElement.getBoundingClientRect().bottom <= pad.top;
  });
});

/** Opens the panel of the month and presses a button in it. */
async function choosePanel(name) {
  await page.getByRole('button', { name: /^To Budget/ }).tap();
  await choose(page.getByRole('dialog', { name: MONTH }), name);
}

story('money is held for the next month with three taps', async () => {
  const { counted, tap } = counting();
  await tap(page.getByRole('button', { name: /^To Budget/ }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Hold for next month' }));
  const dialog = page.getByRole('dialog', { name: 'Hold for next month' });
  await expectFocused(dialog.getByLabel('Amount'));
  await tapKeys('2', '0');
  await expectAccessible(page);
  await tap(dialog.getByRole('button', { name: 'Hold', exact: true }));
  await notice(page, /^Held 20\.00/).waitFor();
  assert.ok(counted.taps <= 3);
  await page.getByRole('button', { name: /^To Budget: 64\.20/ }).waitFor();
});

story('a dialog with a number pad is seen as soon as it has the keyboard', async () => {
  await page.evaluate(() => {
    window.hiddenFrames = 0;
    const look = () => {
      const [field] = document.querySelectorAll('[role=dialog] input:focus');
      if (field && !field.checkVisibility({ opacityProperty: true })) window.hiddenFrames += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  await choosePanel('Hold for next month');
  await expectFocused(page.getByRole('dialog').getByLabel('Amount'));
  await pad().waitFor();
  assert.ok((await page.evaluate(() => window.hiddenFrames)) < 4, 'the dialog was invisible');
});

story('all overspending is covered from the panel of the month', async () => {
  await choosePanel('Cover all overspending');
  const dialog = page.getByRole('dialog', { name: 'Cover all overspending' });
  await dialog.getByRole('button', { name: /^Groceries/ }).tap();
  await dialog.getByRole('button', { name: 'Cover', exact: true }).tap();
  await notice(page, /^Covered 43\.17/).waitFor();
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
});

const withGoal = demoBudgetWith(async (send) => {
  const { list } = await send('get-categories');
  const { id } = list.find(({ name }) => name === 'Rent');
  await send('save-prefs', { 'flags.goalTemplatesEnabled': true });
  await send('notes-save', { id, note: '#template 1500' });
});

story('templates fill a month by touch, and undo takes it back', { from: withGoal }, async () => {
  await choosePanel('Overwrite with budget templates');
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1,500.00');
  await page.getByRole('button', { name: /^Undo/ }).first().tap();
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '1,450.00');
});
