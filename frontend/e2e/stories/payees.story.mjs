import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, demoBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  notice,
  openApp,
  openRegister,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;
/** Two payees of the demo budget. */
let first;
let second;

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ app, browser, page } = stage);
  await page.getByRole('link', { name: 'Payees', exact: true }).click();
  await table(page).waitFor();
  [first, second] = await names(page);
});

const table = (tab) => tab.getByRole('grid', { name: 'Payees' });
const row = (tab, name) => table(tab).getByRole('row', { name, exact: true });
const cell = (tab, name) => row(tab, name).locator('[data-col=name]');
/** The number of transactions of a payee, which comes after its name. */
const count = (tab, name) => row(tab, name).locator('[data-col=transactions]').getByText(/\d/);

async function names(tab) {
  const rows = table(tab).locator('[data-row-id]');
  await rows.first().waitFor();
  return rows.evaluateAll((found) => found.map((it) => it.getAttribute('aria-label')));
}

story('the table shows the payees, is accessible and can be searched', async () => {
  await row(page, first)
    .getByRole('gridcell', { name: /transactions?$|^Unused$/ })
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await expectFocused(page.getByRole('searchbox', { name: 'Filter payees...' }));
  await page.keyboard.type(second);
  await row(page, first).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await expectFocused(cell(page, second));
  await page.getByRole('searchbox', { name: 'Filter payees...' }).fill('');
  await row(page, first).waitFor();
});

story('a payee is renamed in place, and another tab shows it', async () => {
  const other = await openApp(browser, app);
  await other.goto(`${new URL(other.url()).origin}/payees`);
  await row(other, first).waitFor();
  await cell(page, first).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Aardvark Market');
  await page.keyboard.press('Enter');
  await row(other, 'Aardvark Market').waitFor();
  await expectFocused(cell(page, 'Aardvark Market'));
  await undo(page);
  await row(other, first).waitFor();
});

story('two payees are merged into the chosen one, and undo parts them', async () => {
  const other = await openApp(browser, app);
  await other.goto(`${new URL(other.url()).origin}/payees`);
  await row(other, second).waitFor();
  const before = await count(page, second).textContent();
  await cell(page, first).focus();
  await page.keyboard.press('x');
  await cell(page, second).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Merge 2 payees' });
  await dialog.getByText(second, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await notice(page, /^Merged 1 payee into/).waitFor();
  await row(other, first).waitFor({ state: 'detached' });
  await row(page, first).waitFor({ state: 'detached' });
  const another = other.locator(`:not(:text-is("${before}"))`);
  await count(other, second).and(another).waitFor();
  await undo(page);
  await row(other, first).waitFor();
});

/** The demo with a payee of one transaction. */
const lonelyPayee = demoBudgetWith(async (send) => {
  const account = (await send('accounts-get')).find(({ name }) => name === 'Cash').id;
  const payee = await send('payee-create', { name: 'Lonely Kiosk' });
  const added = [{ account, payee, date: '2026-11-20', amount: -1234 }];
  await send('transactions-batch-update', { added });
});

const LONELY = { from: lonelyPayee };

story('a notice merges an unused payee and gives the keyboard back', LONELY, async () => {
  await openRegister(page, 'Cash');
  await registerRow(page, /-12\.34/)
    .getByRole('gridcell', { name: 'Payee' })
    .focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('combobox', { name: 'Payee' });
  await expectFocused(field);
  await field.fill('Corner Grill');
  await page.keyboard.press('Enter');
  const next = registerRow(page, '11/18/2026').getByRole('gridcell', { name: 'Payee' });
  await expectFocused(next);
  await notice(page, 'No transaction uses Lonely Kiosk any more.').waitFor();
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge unused payees' });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await notice(page, /^Merged 1 payee into/).waitFor();
  await expectFocused(next);
});

story('a payee in use is deleted only after a question', async () => {
  await cell(page, second).focus();
  await page.keyboard.press('d');
  const question = page.getByRole('alertdialog', { name: `Delete ${second}?` });
  await question.getByText(/will have no payee/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expectFocused(cell(page, second));
});

story('the number of transactions leads to them, and back to the same payee', async () => {
  await cell(page, second).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: /^Transactions/ }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectFocused(row(page, second).locator('[data-col=transactions]'));
});

story('a phone shows names and numbers, and the rest in the menu of a row', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await expectNoSidewaysScroll(page);
  await cell(page, first).click();
  const sheet = page.getByRole('dialog', { name: first });
  await sheet.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.press('Escape');
});
