import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openApp,
  openRegister,
  registerGrid,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ app, browser, page } = stage);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
});

const choose = async (field, option) => {
  await page.getByRole('button', { name: new RegExp(field) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** A date of the other tab's register in the given form. */
const showsDates = (other, form) =>
  registerGrid(other).getByRole('row', { name: form }).first().waitFor();

/** Another tab, with a register. */
async function openOther() {
  const other = await openApp(browser, app);
  await openRegister(other, 'Checking');
  return other;
}

story('every date format is at once that of a register in another tab', async () => {
  const other = await openOther();
  await showsDates(other, /\b\d\d\/\d\d\/2026\b/);
  for (const [format, form] of [
    ['YYYY-MM-DD', /\b2026-\d\d-\d\d\b/],
    ['MM.DD.YYYY', /\b1[01]\.\d\d\.2026\b/],
    ['DD.MM.YYYY', /\b\d\d\.1[01]\.2026\b/],
    ['DD/MM/YYYY', /\b\d\d\/1[01]\/2026\b/],
    ['MM/DD/YYYY', /\b1[01]\/\d\d\/2026\b/],
  ]) {
    await choose('Date format', format);
    await page.getByText('Saved').waitFor();
    await showsDates(other, form);
  }
});

story('so are number formats, in the sidebar too', async () => {
  const other = await openOther();
  const balance = (tab, form) =>
    tab.getByRole('link', { name: new RegExp(`^Checking, balance ${form}$`) }).waitFor();
  await balance(page, '-?[\\d,]+\\.\\d\\d');
  await choose('Number format', '1.000,33');
  await balance(page, '-?[\\d.]+,\\d\\d');
  await balance(other, '-?[\\d.]+,\\d\\d');
  await page.getByText('Hide decimal places').click();
  await balance(other, '-?[\\d.]+');
  await page.getByText('Hide decimal places').click();
  await choose('Number format', '1,000.33');
  await balance(other, '-?[\\d,]+\\.\\d\\d');
});

story('the calendar begins on the day that was chosen', async () => {
  const other = await openOther();
  await choose('First day of the week', 'Monday');
  await page.getByText('Saved').waitFor();
  await other.keyboard.press('t');
  const date = other
    .getByRole('form', { name: 'New transaction' })
    .getByRole('textbox', { name: 'Date' });
  await date.waitFor();
  await date.press('ArrowDown');
  // The other tab learns of the choice on its own time.
  await other.getByRole('dialog').locator('th:first-child', { hasText: /^Mon$/ }).waitFor();
});

story('the budget is exported', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  const file = await download;
  assert.match(file.suggestedFilename(), /\.zip$/);
  await page.getByText(`Exported ${file.suggestedFilename()}`).waitFor();
});

/** Opens the advanced settings by their address. */
async function openAdvanced() {
  await page.goto(new URL('/settings#advanced', page.url()).href);
  await resetCache().waitFor();
}

const resetCache = () => page.getByRole('button', { name: 'Reset budget cache' });

story('the advanced settings are at an address of their own', async () => {
  await openAdvanced();
  await resetCache().click();
  await page.getByText('Every number was recalculated.').waitFor();
  await page.getByRole('link', { name: 'Repair splits...' }).click();
  await page.getByRole('heading', { level: 1, name: 'Repair splits' }).waitFor();
  await page.goBack();
  await resetCache().waitFor();
});

for (const width of [400, 1024, 1440]) {
  story(`settings are accessible at ${width} px`, async () => {
    await openAdvanced();
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

story(
  'the bank screen begins at its top, and Back comes to the place in the settings',
  async () => {
    const scrolled = () => page.evaluate(() => document.querySelector('main').scrollTop);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByRole('heading', { level: 2, name: 'Advanced' }).waitFor();
    await page.evaluate(() => document.querySelector('main').scrollTo(0, 200));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Bank sync' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bank sync' }).waitFor();
    await page
      .getByRole('button', { name: /^Link .+ with a bank$/ })
      .first()
      .waitFor();
    assert.equal(await scrolled(), 0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    assert.equal(await scrolled(), 200);
  },
);
