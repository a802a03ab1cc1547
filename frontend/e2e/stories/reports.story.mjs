// Reports: their figures by keyboard, by finger and as a table, live, and the way to the transactions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sendCalls } from '../support/rows.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, newBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  heading,
  registerGrid,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const size = { width: 1440, height: 900 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ app, browser, page } = stage);
});

const origin = () => new URL(app.url).origin;
const chart = (where = page) => where.locator('[aria-roledescription=chart]');
const figure = () => page.getByRole('figure');
const button = (name) => page.getByRole('button', { name, exact: true });

async function openReport(path) {
  await page.goto(`${origin()}/reports/${path}`);
  await chart().getByRole('img').waitFor();
}

/** The period that the chart tells the figures of. */
const period = (name) => figure().getByText(name, { exact: true });

/** A total by its name. */
const fact = (name) =>
  page.locator('main dl').first().locator('div').filter({ hasText: name }).locator('[data-amount]');

/** The text that screen readers were told last. */
const heard = async () => (await page.getByTestId('live').textContent()).trim();

/** Waits until a total is another one. */
const expectChange = (name, before) =>
  fact(name)
    .and(page.locator(`:not(:text-is("${before}"))`))
    .waitFor();

story('net worth of a year, and the value of last August in three keys', async () => {
  await openReport('net-worth');
  await expectFocused(heading(page));
  await button('1 year').click();
  await chart()
    .getByRole('img', { name: /at the end of November 2025 to .* at the end of November 2026/ })
    .waitFor();
  assert.match(page.url(), /from=2025-12&to=2026-11$/);
  await expectAccessible(page);
  await chart().focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await period('August 2026').waitFor();
  assert.match(await heard(), /^August 2026: Net worth -?[\d,]+\.\d\d, Assets /);
  await page.reload();
  await chart()
    .getByRole('img', { name: /at the end of November 2025 to / })
    .waitFor();
  await button('1 year').and(page.locator('[aria-pressed=true]')).waitFor();
});

story('the table has the figures of the chart and is remembered', async () => {
  await openReport('net-worth');
  const shown = await figure().locator('dl dd').first().textContent();
  await button('Show as table').click();
  const row = () => page.getByRole('row', { name: /^November 2026/ });
  assert.equal(await row().getByRole('cell').first().textContent(), shown);
  await expectAccessible(page);
  await page.reload();
  await row().waitFor();
  await button('Show as chart').click();
  await chart().waitFor();
});

story('a month opens its transactions, and Back returns to it', async () => {
  await openReport('cash-flow?from=2026-06&to=2026-11');
  await chart().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await registerGrid(page).waitFor();
  await page.getByRole('heading', { name: 'Transactions in October 2026' }).waitFor();
  await page.getByText('Budget accounts').first().waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectFocused(chart());
  await period('October 2026').waitFor();
});

story('a month opened from the table has the keyboard again after Back', async () => {
  await openReport('cash-flow?from=2026-01&to=2026-11');
  await button('Show as table').click();
  await button('September 2026').click();
  await registerGrid(page).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectFocused(button('September 2026'));
});

story('an edit in another tab changes the figure', async () => {
  await openReport('net-worth');
  const before = await fact('Net worth').textContent();
  const other = await browser.newPage();
  await other.goto(`${origin()}/budget`);
  await heading(other).waitFor();
  const [accounts] = await sendCalls(other, [['accounts-get', {}]]);
  const added = [{ account: accounts[0].id, date: '2026-11-19', amount: 123_45 }];
  await sendCalls(other, [['transactions-batch-update', { added }]]);
  await expectChange('Net worth', before);
  await page.waitForFunction(() =>
    document.querySelector('[data-testid=live]').textContent.startsWith('Net worth is now'),
  );
});

story('cash flow by days or months', async () => {
  await openReport('cash-flow');
  await page.getByText('Months', { exact: true }).click();
  await chart()
    .getByRole('img', { name: /^From October 2026 to November 2026, / })
    .waitFor();
  await page.getByText('How is this calculated?').click();
  await page.getByText(/^Net is income less expenses/).waitFor();
  await expectAccessible(page);
  const saved = async (kind) => {
    const download = page.waitForEvent('download');
    await button(`Save ${kind}`).click();
    const file = await download;
    const name = file.suggestedFilename();
    assert.match(name, /^Cash flow 2026-10-01–2026-11-.*\.(csv|svg|png)$/);
    return readFileSync(await file.path());
  };
  assert.match((await saved('SVG')).toString(), /^<svg/);
  assert.equal((await saved('PNG')).subarray(1, 4).toString(), 'PNG');
  const [head, first] = (await saved('CSV')).toString().split('\n');
  assert.match(head, /^Month,Income,Expenses,/);
  assert.match(first, /^October 2026,[\d.]+,-[\d.]+,/);
});

story('a budget without transactions says so', { from: newBudget }, async () => {
  await page.goto(`${origin()}/reports/net-worth`);
  await page.getByText('No transactions in this range').waitFor();
  await expectAccessible(page);
});

const phone = { width: 400, height: 800, isTouched: true };

story('a chart is read by a finger on a phone', phone, async () => {
  await openReport('net-worth');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const { width } = await chart().boundingBox();
  await chart().tap({ position: { x: width / 2, y: 100 } });
  await chart().locator('[data-cursor]').waitFor();
  await page.getByRole('button', { name: /^Show transactions, / }).tap();
  await page
    .getByText(/^Transactions in /)
    .first()
    .waitFor();
  await page.goBack();
  await chart().waitFor();
  await openReport('cash-flow');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
