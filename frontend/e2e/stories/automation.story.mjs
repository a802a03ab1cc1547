import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocusNotLost,
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

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ app, browser, page } = stage);
  await openRegister(page, 'Checking');
});

const dialog = (tab, name) => tab.getByRole('dialog', { name });
const why = (tab) => dialog(tab, 'Why this category?');
const importing = (tab) => dialog(tab, /^Import transactions/);

async function importFile(tab, lines, count) {
  await tab.getByRole('toolbar').getByRole('button', { name: 'Import', exact: true }).click();
  const asked = tab.waitForEvent('filechooser');
  await importing(tab).getByRole('button', { name: 'Choose a file' }).click();
  const text = ['Date,Payee,Amount', ...lines].join('\n');
  const file = { name: 'bank.csv', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await (await asked).setFiles(file);
  const words = count === 1 ? '1 transaction' : `${count} transactions`;
  await importing(tab)
    .getByRole('button', { name: `Import ${words}` })
    .click();
  await registerRow(tab, /kiosk/i).first().waitFor();
}

/** The row of a day of November, by its amount. */
const line = (tab, day) => registerRow(tab, new RegExp(`-4\\.${day}`));
const kiosk = (days, payee = 'KIOSK 0815 BERLIN') =>
  days.map((day) => `2026-11-${day},${payee},-4.${day}`);

async function typeInto(tab, row, column, text) {
  await row.locator(`[data-col=${column}]`).focus();
  await tab.keyboard.press('Enter');
  await tab.keyboard.type(text);
  await tab.keyboard.press('Enter');
}

async function askWhy(tab, row) {
  await row.locator('[data-col=payee]').click({ button: 'right' });
  await tab.getByRole('menuitem', { name: /^Why this category\?/ }).click();
  await why(tab).waitFor();
}

story('a payee is corrected once, and next month the bank is understood', async () => {
  const other = await openApp(browser, app);
  await openRegister(other, 'Checking');
  await importFile(page, kiosk(['02']), 1);
  await typeInto(page, line(page, '02'), 'payee', 'Corner Kiosk');
  await notice(page, 'No transaction uses Kiosk 0815 Berlin any more.').waitFor();
  assert.equal(await notice(other, 'No transaction uses').count(), 0);
  await page.getByRole('button', { name: 'Merge…' }).click();
  const merge = dialog(page, 'Merge unused payees');
  await merge.getByText('When a bank sends Kiosk 0815 Berlin, a rule changes it to').waitFor();
  await expectAccessible(page);
  await merge.getByRole('button', { name: 'Merge and edit rule' }).click();
  await dialog(page, 'Rule').getByText('Kiosk 0815 Berlin').first().waitFor();
  await dialog(page, 'Rule').getByRole('button', { name: 'Cancel' }).click();
  await importFile(page, kiosk(['02', '09']), 1);
  await registerRow(page, /Corner Kiosk.*-4\.09/).waitFor();
  await registerRow(other, /Corner Kiosk.*-4\.09/).waitFor();
  await undo(page);
  await registerRow(other, /-4\.09/).waitFor({ state: 'detached' });
  await undo(page);
  await notice(page, 'Undid: Merged').waitFor();
  await undo(page);
  await registerRow(page, /Kiosk 0815 Berlin.*-4\.02/).waitFor();
  await undo(page);
  await registerRow(other, /-4\.02/).waitFor({ state: 'detached' });
});

story('a transaction says why it has its category, and its rule opens from there', async () => {
  await importFile(page, kiosk(['02', '03', '04']), 3);
  for (const day of ['02', '03', '04']) {
    await typeInto(page, line(page, day), 'category', 'Restaurants');
    await registerRow(page, new RegExp(`Restaurants.*-4\\.${day}`)).waitFor();
  }
  await askWhy(page, line(page, '04'));
  await why(page).getByText('Restaurants was set by hand or by another edit on').waitFor();
  await why(page)
    .getByText('This rule was learned from your edits and sets the same category:')
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectFocusNotLost(page);
  await importFile(page, kiosk(['17']), 1);
  const next = registerRow(page, /Restaurants.*-4\.17/);
  await next.locator('[data-col=payee]').focus();
  await page.keyboard.press('y');
  await why(page)
    .getByText(/^A rule learned from your edits set Restaurants when/)
    .waitFor();
  await why(page).getByRole('button', { name: 'Open rule' }).click();
  const editor = dialog(page, 'Rule');
  await editor.getByText('4 transactions match and already have what the rule sets.').waitFor();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await why(page).getByRole('button', { name: 'Close' }).first().click();
  await expectFocusNotLost(page);
});

story('two rules that contradict each other say so, and lead to one another', async () => {
  const rules = page.getByRole('grid', { name: 'Rules' });
  const row = (words) => rules.getByRole('row').filter({ hasText: words });
  const create = async (text, category) => {
    await page.getByRole('button', { name: 'Create new rule' }).click();
    const editor = dialog(page, 'New rule');
    await editor.getByLabel('Text', { exact: true }).fill(text);
    await editor.getByLabel('Category', { exact: true }).click();
    await page.keyboard.type(category);
    await page.getByRole('option', { name: new RegExp(`^${category}`) }).waitFor();
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Save' }).click();
    await row(text).first().waitFor();
  };
  await page.goto(`${new URL(page.url()).origin}/rules`);
  await rules.locator('[data-row-id]').first().waitFor();
  await create('dairy', 'Groceries');
  await page.getByText(/contradict/).waitFor({ state: 'detached' });
  await create('harbour dairy', 'Restaurants');
  await page.getByText('2 rules contradict others').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show only these' }).click();
  await row('Moonstream').first().waitFor({ state: 'detached' });
  const overruled = rules.getByText('A later rule sets Category to something else');
  await overruled.getByText('Show that rule').click();
  const focused = page.locator('[data-row-id]:focus-within');
  await focused.getByText('Has the last word on Category over an earlier rule').waitFor();
  await page.keyboard.press('g');
  await focused.getByText('A later rule sets Category to something else').waitFor();
  await undo(page);
  await page.getByText(/contradict/).waitFor({ state: 'detached' });
  await row('Moonstream').first().waitFor();
});

const phone = { isReal: true, width: 400, height: 800, isTouched: true };
const onPhone = storiesFrom(demoBudget, phone, async (stage) => {
  ({ page } = stage);
  await page.getByRole('link', { name: 'Accounts' }).click();
  const checking = page.getByRole('link', { name: /^Checking/ });
  await checking.first().click();
});

onPhone('a phone says in the form of a transaction why it has its category', async () => {
  await page
    .getByRole('link', { name: /Groceries/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Why this category?' }).click();
  await why(page)
    .getByText(/Groceries/)
    .first()
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await why(page).getByRole('button', { name: 'Close' }).first().click();
  await why(page).waitFor({ state: 'detached' });
});
