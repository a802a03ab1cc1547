// The table of the budget at speed: finding, pasting, filling, adding and dragging in it.
import assert from 'node:assert/strict';
import { real, storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  budgetCell,
  budgetGrid,
  budgetRow,
  cellText,
  expectAccessible,
  expectCell,
  expectFocused,
  notice,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
const NEXT = 'December 2026';
let page;

const story = storiesFrom(demoBudget, real, async (stage) => {
  ({ page } = stage);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

const amountOf = (category, month = MONTH) => budgetCell(page, category, 'Budgeted', month);

/** The names of the categories shown, in order. */
async function categories() {
  const headers = page.locator('[role=row][aria-level="2"] [role=rowheader]');
  await headers.first().waitFor();
  return headers.evaluateAll((all) => all.map((one) => one.ariaLabel.split(',')[0]));
}

/** Pastes a text as if it came from a spreadsheet. */
async function paste(text) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

story('a category is found by its name from anywhere, and its closed group opens', async () => {
  await budgetGrid(page).getByRole('button', { name: 'Collapse Everyday' }).click();
  await budgetRow(page, 'Groceries').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  await expectFocused(page.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.type('groc');
  await page.getByRole('option', { name: /^Groceries/ }).waitFor();
  await page.keyboard.press('Enter');
  await expectFocused(amountOf('Groceries'));
});

story('a column of a spreadsheet is pasted downwards, and undone in one step', async () => {
  const [first, second, third] = await categories();
  const before = [];
  for (const name of [first, second, third])
    before.push(await cellText(page, name, 'Budgeted', MONTH));
  await amountOf(first).focus();
  await paste('11.10\n22.20\n33.30\n');
  await notice(page, 'Budgeted 3 amounts').waitFor();
  await expectCell(page, first, 'Budgeted', MONTH, '11.10');
  await expectCell(page, second, 'Budgeted', MONTH, '22.20');
  await expectCell(page, third, 'Budgeted', MONTH, '33.30');
  await undo(page);
  for (const [at, name] of [first, second, third].entries()) {
    await expectCell(page, name, 'Budgeted', MONTH, before[at]);
  }
});

story('a text that is no amount is refused as a whole', async () => {
  const [first] = await categories();
  const before = await cellText(page, first, 'Budgeted', MONTH);
  await amountOf(first).focus();
  await paste('11.10\n22.20\nabc');
  await notice(page, /Can't read “abc” in line 3/).waitFor();
  assert.equal(await cellText(page, first, 'Budgeted', MONTH), before);
});

story('an amount is copied, pasted into another cell and filled to the right', async () => {
  const [first, second] = await categories();
  await amountOf(first).focus();
  await page.keyboard.type('123.45');
  await page.keyboard.press('Enter');
  await expectCell(page, first, 'Budgeted', MONTH, '123.45');
  await amountOf(first).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await notice(page, /123\.45 is on the clipboard/).waitFor();
  await amountOf(second).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expectCell(page, second, 'Budgeted', MONTH, '123.45');
  await amountOf(second, NEXT).waitFor();
  const later = await cellText(page, second, 'Budgeted', NEXT);
  await amountOf(second).focus();
  await page.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await expectCell(page, second, 'Budgeted', NEXT, '123.45');
  await undo(page);
  await expectCell(page, second, 'Budgeted', NEXT, later === '–' ? '0.00' : later);
});

story('a category is added by the button in its group', async () => {
  const group = page.getByRole('row', { level: 1 }).first();
  await group.hover();
  await group.getByRole('button', { name: /^Add category to/ }).click();
  await page.getByRole('textbox', { name: 'New category name' }).fill('Kites');
  await page.keyboard.press('Enter');
  await budgetRow(page, 'Kites').waitFor();
});

story('a closed group opens below a category that is dragged', async () => {
  const second = page.getByRole('row', { level: 1 }).nth(1);
  await second.getByRole('button', { name: /^Collapse/ }).click();
  await second.getByRole('button', { name: /^Expand/ }).waitFor();
  const [first] = await categories();
  const from = await budgetRow(page, first).getByRole('rowheader').boundingBox();
  const to = await second.getByRole('rowheader').boundingBox();
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 4 });
  await second.getByRole('button', { name: /^Collapse/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

story('totals and bars say in words what they show', async () => {
  const grid = budgetGrid(page);
  await grid.getByRole('gridcell', { name: /^Total budgeted November 2026 [\d,.]+$/ }).waitFor();
  await grid
    .getByRole('img', { name: /^\d+% spent$/ })
    .first()
    .waitFor();
  await expectAccessible(page);
});

story('the totals are reached by the arrows and explain themselves', async () => {
  await amountOf('Rent').focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const total = budgetGrid(page).getByRole('button', { name: /^Total budgeted November 2026/ });
  await expectFocused(total);
  for (const key of ['?', 'Enter']) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: /^Budgeted/ }).waitFor();
    // A dialog takes the keyboard only after it is drawn.
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocused(total);
  }
  await page.keyboard.press('ArrowUp');
  await expectFocused(budgetGrid(page).locator('[data-row-id] [data-col]:focus'));
});
