// The monthly routine on a phone, by touch: a sheet for each envelope, and numbers that explain
// themselves.
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  budgetCell,
  budgetRow,
  cellText,
  expectAccessible,
  expectCell,
  expectNoSidewaysScroll,
  notice,
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

story('money moves out of an envelope into another one', async () => {
  const before = await cellText(page, 'Household', 'Balance', MONTH);
  await choose(await openSheet('Electricity & Heating'), 'Transfer to another category');
  const dialog = page.getByRole('dialog', { name: 'Move from Electricity & Heating' });
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByRole('combobox', { name: 'To' }).tap();
  await page.getByRole('option', { name: /^Household/ }).tap();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Move' }).tap();
  await notice(page, /^Moved 20\.00/).waitFor();
  const sum = (Number(before) + 20).toFixed(2);
  await expectCell(page, 'Household', 'Balance', MONTH, sum);
  await undo(page);
  await expectCell(page, 'Household', 'Balance', MONTH, before);
});

story('an overspent envelope is covered', async () => {
  await choose(await openSheet('Restaurants'), 'Cover overspending');
  const dialog = page.getByRole('dialog', { name: 'Cover Restaurants' });
  await dialog.getByRole('combobox', { name: 'From' }).tap();
  await page.getByRole('option', { name: /^Groceries/ }).tap();
  await dialog.getByRole('button', { name: 'Cover' }).tap();
  await notice(page, /^Covered 43\.17/).waitFor();
  await expectCell(page, 'Restaurants', 'Balance', MONTH, '0.00');
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

story('an amount is typed with arithmetic, and Done ends it', async () => {
  const cell = budgetCell(page, 'Household', 'Budgeted', MONTH);
  const before = Number(await cellText(page, 'Household', 'Budgeted', MONTH));
  await cell.tap();
  const field = page.getByRole('textbox', { name: /Household/ });
  await field.waitFor();
  await field.fill(`${before}+50`);
  await page.getByRole('button', { name: 'Done' }).tap();
  await expectCell(page, 'Household', 'Budgeted', MONTH, (before + 50).toFixed(2));
});
