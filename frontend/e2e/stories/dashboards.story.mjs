import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { newBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
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

/** An account with some rows of this month and of the one before. */
const SPENDER = newBudgetWith(
  async (send) => {
    const account = await send('account-create', {
      name: 'Bank',
      type: 'checking',
      balance: 2000,
    });
    const payee = await send('payee-create', { name: 'Grocer' });
    const added = [
      ['2026-10-05', -12_000],
      ['2026-11-03', -4_200],
      ['2026-11-05', 150_000],
    ].map(([date, amount], at) => ({ id: `t-${at}`, account, payee, date, amount }));
    await send('transactions-batch-update', { added, updated: [], deleted: [] });
  },
  { hasAccount: true },
);

const story = storiesFrom(SPENDER, { isReal: true, width: 1440, height: 1000 }, (stage) => {
  ({ app, browser, page } = stage);
});

const card = (tab, name) => tab.getByRole('article', { name, exact: true });

async function goToReports(tab) {
  await tab.getByRole('link', { name: 'Reports' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await card(tab, 'Cash Flow').getByText('Net').waitFor();
}

story('the first page shows figures, which an edit of another tab changes', async () => {
  const other = await openApp(browser, app);
  await goToReports(page);
  await card(page, 'Total Income (YTD)').getByText('received').waitFor();
  await card(page, 'Cash Flow').getByText('-42.00').waitFor();
  await card(page, 'This Month').getByText('in October 2026 by this day').waitFor();
  await card(page, 'Transaction Calendar')
    .getByRole('heading', { name: 'November 2026' })
    .waitFor();
  await page.getByRole('heading', { name: 'Dashboard Tips' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await openRegister(other, 'Bank');
  await registerRow(other, /11\/03\/2026, Grocer/)
    .getByRole('checkbox')
    .click();
  await other.keyboard.press('d');
  await card(page, 'Cash Flow').getByText('-42.00').waitFor({ state: 'detached' });
  await undo(other);
  await card(page, 'Cash Flow').getByText('-42.00').waitFor();
});

/** Waits until the card of the cash flow covers these columns. */
const expectColumns = (columns) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-type=cash-flow-card]')?.style.gridColumn === wanted,
    columns,
  );

story('a card is moved and resized by the keyboard, and stays there', async () => {
  await goToReports(page);
  const flow = card(page, 'Cash Flow');
  await expectColumns('7 / 13');
  await flow.getByRole('button', { name: 'Actions for Cash Flow' }).focus();
  await page.keyboard.press('ControlOrMeta+Alt+Shift+ArrowLeft');
  await notice(page, 'Resized 1 card').waitFor();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await notice(page, 'Moved 1 card').waitFor();
  await expectColumns('8 / 13');
  await page.reload();
  await flow.getByText('Net').waitFor();
  await expectColumns('8 / 13');
  await undo(page);
  await notice(page, 'Undid: Moved 1 card').waitFor();
  await expectColumns('7 / 12');
});

story('a card is moved by the pointer', async () => {
  await goToReports(page);
  const flow = card(page, 'Cash Flow');
  const before = await flow.boundingBox();
  await page.mouse.move(before.x + before.width / 2, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x - before.width / 2, before.y + 30, { steps: 8 });
  await page.mouse.up();
  await notice(page, 'Moved 1 card').waitFor();
  await expectColumns('1 / 7');
});

story('cards and pages are added, named and removed, each with its undo', async () => {
  await goToReports(page);
  await page.getByRole('button', { name: 'Actions for page Main' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Add a page' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Trips');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'No cards on this page' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('# Next year\n\n- [x] **Norway**\n\n[Map](https://example.com) <b>bold</b>');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Next year' }).waitFor();
  const link = page.getByRole('link', { name: 'Map' });
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.equal(await page.locator('article b').count(), 0);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByRole('menuitem', { name: 'Net Worth' }).click();
  const worth = card(page, 'Net Worth');
  await worth.getByText(/since the end of May 2026/).waitFor();
  await worth.getByRole('button', { name: 'Actions for Net Worth' }).click();
  await page.getByRole('menuitem', { name: 'Rename card' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('All I have');
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = card(page, 'All I have');
  await renamed.waitFor();
  await expectAccessible(page);
  const choose = async (item) => {
    await renamed.getByRole('button', { name: 'Actions for All I have' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Copy to another page…');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await notice(page, 'Copied card All I have').waitFor();
  await page.getByRole('link', { name: 'Main' }).click();
  await renamed.waitFor();
  await page.getByRole('button', { name: 'Actions for page Main' }).click();
  await page.getByRole('menuitem', { name: 'Reset to the default cards' }).click();
  await notice(page, 'Reset page Main').waitFor();
  await renamed.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Trips' }).click();
  await choose('Remove');
  await renamed.waitFor({ state: 'detached' });
  await notice(page, 'Removed card All I have').waitFor();
  await undo(page);
  await renamed.waitFor();
  await page.getByRole('button', { name: 'Actions for page Trips' }).click();
  await page.getByRole('menuitem', { name: 'Delete page' }).click();
  await card(page, 'Cash Flow').waitFor();
  assert.equal(new URL(page.url()).pathname, '/reports');
  await page.getByRole('link', { name: 'Trips' }).waitFor({ state: 'detached' });
  await undo(page);
  await page.getByRole('link', { name: 'Trips' }).waitFor();
});

story('on a phone the cards stand one below the other', { width: 400, height: 800 }, async () => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Reports' }).click();
  await card(page, 'Cash Flow').getByText('Net').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const boxes = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  assert.equal(new Set(boxes).size, 1);
});
