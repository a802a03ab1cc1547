// The screens of cards and of custom reports: their settings, tried out and saved.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  heading,
  notice,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const size = { width: 1440, height: 1000 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ app, browser, page } = stage);
});

const origin = () => new URL(app.url).origin;
const card = (name, tab = page) => tab.getByRole('article', { name, exact: true });
const button = (name, tab = page) => tab.getByRole('button', { name, exact: true });
const settings = (tab = page) => tab.getByRole('region', { name: 'Settings' });

/** Chooses one of the options of a field that shows one of them. */
async function choose(label, option) {
  await settings()
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openReports(tab = page) {
  await tab.goto(`${origin()}/reports`);
  await card('Cash Flow', tab).getByText('Net').waitFor();
}

story('a card opens by Enter; its range is tried out, saved and undone', async () => {
  await openReports();
  await card('Net Worth').getByText('Jun – Nov 2026').waitFor();
  await card('Net Worth').getByRole('link', { name: 'Net Worth' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /at the end of May 2026 to/ }).waitFor();
  assert.match(page.url(), /\/reports\/net-worth\/[0-9a-f-]+$/);
  await expectAccessible(page);
  await choose('Range', '12 months');
  await page.getByRole('img', { name: /at the end of November 2025 to/ }).waitFor();
  await expectAccessible(page);
  const other = await browser.newPage();
  await openReports(other);
  await card('Net Worth', other).getByText('Jun – Nov 2026').waitFor();
  await button('Save card').click();
  await notice(page, 'Changed card Net Worth').waitFor();
  await card('Net Worth', other).getByText('Dec 2025 – Nov 2026').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await card('Net Worth').getByText('Dec 2025 – Nov 2026').waitFor();
  // Undo goes back to where the step was made.
  await undo(page);
  await page.getByRole('img', { name: /at the end of May 2026 to/ }).waitFor();
  await card('Net Worth', other).getByText('Jun – Nov 2026').waitFor();
});

story('a name and a condition of a card are reverted, or kept', async () => {
  await openReports();
  await card('Total Expenses (YTD)').getByRole('link').click();
  await heading(page).and(page.getByText('Total Expenses (YTD)')).waitFor();
  const before = await page.locator('main dl dd').first().textContent();
  await settings().getByText('Account is').waitFor();
  await button('Add a condition').click();
  await page.getByRole('menuitem', { name: 'Notes' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('nothing like this');
  await expectAccessible(page);
  await button('Apply').click();
  await settings().getByText('nothing like this').waitFor();
  await page.locator('main dl dd').first().getByText('0.00', { exact: true }).waitFor();
  await button('Revert to saved').click();
  await page.locator('main dl dd').first().getByText(before, { exact: true }).waitFor();
  await button('Rename card').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Out');
  await page.keyboard.press('Enter');
  await button('Save card').click();
  await notice(page, 'Changed card Out').waitFor();
  await page.reload();
  await heading(page)
    .and(page.getByText('Out', { exact: true }))
    .waitFor();
});

story('a custom report is made, saved, found again and shown on a page', async () => {
  await openReports();
  await button('Add a card').click();
  await page.getByRole('menuitem', { name: 'New report…' }).click();
  await page.getByRole('img', { name: /^Payments of / }).waitFor();
  await choose('Split by', 'Group');
  await settings().getByText('Ring', { exact: true }).click();
  await expectAccessible(page);
  await settings().getByText('Over time', { exact: true }).click();
  await settings().getByText('Lines', { exact: true }).waitFor();
  await choose('Figures', 'Net');
  await page.getByRole('img', { name: /^Net of / }).waitFor();
  await expectAccessible(page);
  await button('Show as table').click();
  await page
    .getByRole('table')
    .getByRole('row', { name: /^Total/ })
    .waitFor();
  await button('Show as chart').click();
  await button('Save report').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Where it goes');
  await expectAccessible(page);
  await button('Save').click();
  await notice(page, 'Added report Where it goes').waitFor();
  await page.waitForURL(/\/reports\/custom\/[0-9a-f-]+$/);
  const made = page.url();
  await page.reload();
  await heading(page).and(page.getByText('Where it goes')).waitFor();
  await page.getByRole('img', { name: /^Net of / }).waitFor();
  const other = await browser.newPage();
  await other.goto(made);
  await other.getByRole('img', { name: /^Net of / }).waitFor();
  await choose('Figures', 'Deposits');
  await button('Save report').click();
  await notice(page, 'Changed report Where it goes').waitFor();
  await other.getByRole('img', { name: /^Deposits of / }).waitFor();
  await button('Actions for Where it goes').click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Add to Main' }).click();
  await notice(page, /Added card/).waitFor();
  await openReports();
  await card('Where it goes').getByText('in all').waitFor();
  await card('Where it goes').getByRole('link').click();
  await button('Actions for Where it goes').click();
  await page.getByRole('menuitem', { name: 'Delete report' }).click();
  await notice(page, 'Deleted report Where it goes').waitFor();
  await page.getByText('This report is gone: it was deleted.').waitFor();
  // Undo goes back to where the step was made.
  await undo(page);
  await heading(page).and(page.getByText('Where it goes')).waitFor();
});

story('a page is written to a file and read again', async () => {
  await openReports();
  await button('Actions for page Main').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export page' }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), 'Main.json');
  const text = readFileSync(await file.path(), 'utf8');
  const exported = JSON.parse(text);
  exported.widgets = exported.widgets.filter(({ type }) => type === 'net-worth-card');
  const path = join(tmpdir(), `sobre-page-${process.pid}.json`);
  writeFileSync(path, JSON.stringify(exported));
  await button('Actions for page Main').click();
  await page.getByRole('menuitem', { name: 'Import cards…' }).click();
  await page.getByLabel('File of an exported page').setInputFiles(path);
  await expectAccessible(page);
  await button('Import').click();
  await notice(page, 'Imported cards to page Main').waitFor();
  await card('Cash Flow').waitFor({ state: 'detached' });
  await card('Net Worth').waitFor();
  await undo(page);
  await card('Cash Flow').waitFor();
});

const phone = { width: 400, height: 800, isTouched: true };

story('every type of card has a screen, also on a phone', phone, async () => {
  const types = {
    spending: /Budget of the month/,
    summary: /Transactions/,
    calendar: /came in and/,
    'budget-analysis': /Budgeted/,
    crossover: /Savings needed/,
    sankey: /came in and .* went out; the largest/,
    'age-of-money': /between earning money/,
    'balance-forecast': /Expected balance/,
    formula: /Formula/,
    custom: /Payments of/,
  };
  for (const [word, text] of Object.entries(types)) {
    await page.goto(`${origin()}/reports/${word}`);
    await page.locator('main').getByText(text).first().waitFor();
    await settings().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

story('on a phone the title of a changed report keeps its words whole', phone, async () => {
  await page.goto(`${origin()}/reports/custom`);
  await page.locator('main').getByText('Payments of').first().waitFor();
  await page.getByText('Ring', { exact: true }).tap();
  await button('Start over').waitFor();
  const { height } = await heading(page).boundingBox();
  assert.ok(height < 60, `the title is ${height} px high`);
  const { width } = await button('Back').boundingBox();
  assert.ok(width >= 44, `the way back is ${width} px wide`);
});

story('all time that begins after older transactions can start earlier', async () => {
  // A summary begins with this month, until another range is chosen.
  await page.goto(`${new URL(app.url).origin}/reports/summary`);
  await page.getByText('There are older transactions, from November 2024 on.').waitFor();
  await button('Start earlier').click();
  await page.getByRole('button', { name: /All time Range/ }).waitFor();
  await button('Start earlier').waitFor({ state: 'detached' });
});

story('a formula card invites to write a formula, and only a wrong one is an error', async () => {
  await page.goto(`${new URL(app.url).origin}/reports/formula`);
  await button('Write its formula').click();
  const field = page.getByRole('textbox', { name: 'Formula', exact: true });
  await expectFocused(field);
  await page.keyboard.type('=1/0');
  await page.getByRole('alert').getByText('This formula divides by 0.').waitFor();
  await field.fill('=6*7');
  await page.locator('main').getByText('42', { exact: true }).waitFor();
  await button('Add a query').click();
  await button('Remove query query1').click();
  await page.getByRole('group', { name: 'Query query1' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});
