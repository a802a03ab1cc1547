// From a figure of a report to its transactions and back, and how the figure is calculated.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { newBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  openApp,
  registerGrid,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

/** This month: 1,500.00 came in; 42.00 and a part of a split, 50.00, were spent; 100.00 was moved. */
const SPENDER = newBudgetWith(
  async (send) => {
    const account = (name, balance) => send('account-create', { name, type: 'checking', balance });
    const [bank, savings] = [await account('Bank', 2000), await account('Savings', 0)];
    const payees = await send('payees-get', {});
    const toSavings = payees.find(({ transfer_acct }) => transfer_acct === savings).id;
    const payee = await send('payee-create', { name: 'Grocer' });
    const row = (id, date, amount) => ({ id, account: bank, payee, date, amount });
    const part = (id, amount) => ({
      ...row(id, '2026-11-10', amount),
      is_child: true,
      parent_id: 'split',
    });
    const added = [
      row('august', '2026-08-05', -12_000),
      row('food', '2026-11-03', -4_200),
      row('pay', '2026-11-05', 150_000),
      { ...row('split', '2026-11-10', -3_000), is_parent: true },
      part('spent', -5_000),
      part('refund', 2_000),
      { ...row('moved', '2026-11-12', -10_000), payee: toSavings },
    ];
    await send('transactions-batch-update', { added, updated: [], deleted: [] });
  },
  { hasAccount: true },
);

const size = { width: 1440, height: 900 };
const story = storiesFrom(SPENDER, { isReal: true, ...size }, (stage) => {
  ({ app, browser, page } = stage);
});

const origin = () => new URL(app.url).origin;
const card = (tab, name) => tab.getByRole('article', { name, exact: true });
const figure = (tab, name) => card(tab, 'Cash Flow').getByRole('button', { name });

async function goToReports(tab) {
  await tab.goto(`${origin()}/reports`);
  await card(tab, 'Cash Flow').getByText('Net').waitFor();
}

/** The transactions of a figure, with their sum and number. */
async function expectRows(name, sum, count) {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText(`${count} transaction${count === 1 ? '' : 's'}`, { exact: true }).waitFor();
  await page.locator('main').getByText(sum, { exact: true }).first().waitFor();
}

story('a figure of a card opens its rows, follows their edit and is there again', async () => {
  const other = await openApp(browser, app);
  await goToReports(other);
  await goToReports(page);
  const spent = figure(page, /^Expenses, November 2026/);
  assert.equal(await spent.textContent(), '-92.00');
  await spent.focus();
  await page.keyboard.press('Enter');
  await expectRows('Expenses, November 2026', '-92.00', 2);
  await registerRow(page, /11\/10\/2026, Grocer/).waitFor();
  assert.equal(await registerGrid(page).getByText('20.00').count(), 0);
  for (const chip of ['No transfers', 'Money out']) {
    await page.getByText(chip, { exact: true }).waitFor();
  }
  await expectAccessible(page);
  await registerRow(page, /11\/03\/2026, Grocer/)
    .getByRole('checkbox')
    .click();
  await page.keyboard.press('d');
  await expectRows('Expenses, November 2026', '-50.00', 1);
  await figure(other, /-50\.00$/).waitFor();
  await undo(page);
  await expectRows('Expenses, November 2026', '-92.00', 2);
  await registerRow(page, /11\/10\/2026, Grocer/)
    .getByRole('gridcell', { name: /50\.00/ })
    .first()
    .dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await expectRows('Expenses, November 2026', '-102.00', 2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectFocused(figure(page, /^Expenses, November 2026 -102\.00/));
  await figure(other, /^Expenses, November 2026 -102\.00/).waitFor();
});

story('a bar opens its rows, and Escape comes back to it', async () => {
  await page.goto(`${origin()}/reports/cash-flow?from=2026-08&to=2026-11`);
  const chart = page.locator('[aria-roledescription=chart]');
  await chart.getByRole('img').waitFor();
  await page.keyboard.press('c');
  await expectFocused(chart);
  // The first press tells which figure is meant, the second one goes to the expenses.
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expectRows('Expenses, November 2026', '-92.00', 2);
  await registerRow(page, /11\/03\/2026, Grocer/)
    .getByRole('checkbox')
    .click();
  await page.keyboard.press('d');
  await expectRows('Expenses, November 2026', '-50.00', 1);
  await page.keyboard.press('Escape');
  await expectFocused(chart);
  await page
    .getByRole('figure')
    .getByRole('button', { name: 'Expenses, November 2026 -50.00' })
    .waitFor();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('button', { name: 'Expenses, August 2026 -120.00' }).click();
  await expectRows('Expenses, August 2026', '-120.00', 1);
  await page.goBack();
  await expectFocused(page.getByRole('button', { name: 'Expenses, August 2026 -120.00' }));
  await expectAccessible(page);
});

story('net worth of a year and the value of last August in five keys', async () => {
  await page.goto(`${origin()}/reports/net-worth`);
  await page.locator('[aria-roledescription=chart]').getByRole('img').waitFor();
  for (const key of ['y', 'c', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  await page.getByRole('figure').getByText('August 2026', { exact: true }).waitFor();
  const heard = (await page.getByTestId('live').textContent()).trim();
  assert.match(heard, /^August 2026: Net worth -120\.00, /);
  assert.match(page.url(), /from=2025-12&to=2026-11$/);
});

story('a figure says how it is calculated, to the cent', async () => {
  await goToReports(page);
  await figure(page, /^Net, November 2026/).focus();
  await page.keyboard.press('?');
  const how = page.getByRole('dialog', { name: 'How is this calculated?' });
  await how.getByRole('row', { name: /^\+ Income, November 2026/ }).waitFor();
  await how.getByRole('row', { name: 'Left out: Transfers −2 0.00' }).waitFor();
  await how.getByRole('row', { name: 'What is counted 5 3,428.00' }).waitFor();
  await expectAccessible(page);
  await how.getByRole('button', { name: /^Income, November 2026/ }).click();
  await expectRows('Income, November 2026', '3,520.00', 3);
  await page.goBack();
  await expectFocused(figure(page, /^Net, November 2026/));
});

story('arrow keys go from card to card, and Shift+F10 opens the menu of one', async () => {
  await goToReports(page);
  await card(page, 'Net Worth').focus();
  await page.keyboard.press('ArrowRight');
  await expectFocused(card(page, 'Cash Flow'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expectFocused(card(page, 'Cash Flow'));
  await page.keyboard.press('Shift+F10');
  await expectFocused(page.getByRole('menuitem', { name: 'How is this calculated?' }));
  await page.keyboard.press('Escape');
  await expectFocused(card(page, 'Cash Flow'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expectFocused(figure(page, /^Income, November 2026/));
  await page.keyboard.press('ArrowDown');
  await expectFocused(figure(page, /^Expenses, November 2026/));
  await page.keyboard.press('Escape');
  await expectFocused(card(page, 'Cash Flow'));
  await expectAccessible(page);
});

story('an account shows its balance over time', async () => {
  await page.getByRole('navigation').getByRole('link', { name: /^Bank/ }).click();
  await page.getByRole('img', { name: /^Balance over the last year: From / }).waitFor();
});

const phone = { width: 400, height: 800, isTouched: true };

story('on a phone a figure opens its rows and comes back', phone, async () => {
  await goToReports(page);
  await figure(page, /^Expenses, November 2026/).tap();
  await page.getByRole('heading', { name: 'Expenses, November 2026' }).waitFor();
  await page.getByText('-92.00', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /^Grocer.*50\.00/ })
    .first()
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back', exact: true }).tap();
  await expectFocused(figure(page, /^Expenses, November 2026/));
  await page.getByRole('button', { name: 'Actions for Cash Flow' }).tap();
  await page.getByRole('menuitem', { name: 'How is this calculated?' }).tap();
  const how = page.getByRole('dialog', { name: 'How is this calculated?' });
  await how.getByText('What is counted').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
