import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, demoBudgetWith } from '../support/starts.mjs';
import {
  budgetCell,
  expectAccessible,
  expectCell,
  expectFocused,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  notice,
  registerGrid,
} from '../support/vocabulary.mjs';

let browser;
let page;

const phone = { width: 400, height: 800 };
const story = storiesFrom(demoBudget, { isReal: true, ...phone }, async (stage) => {
  ({ browser, page } = stage);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page
    .getByRole('link', { name: /^Checking/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Checking' }).waitFor();
  await card(/^Farm Stand Lakeview, Groceries, -34\.18/).waitFor();
});

const list = () => page.getByRole('group', { name: 'Transactions' });
const card = (name) => list().getByRole('link', { name }).first();
const form = () => page.getByRole('form', { name: 'Transaction' });
const field = (name) => form().getByRole('textbox', { name, exact: true });
const chooser = (name) => form().getByRole('combobox', { name, exact: true });

async function choose(name, text) {
  await chooser(name).click();
  await page.keyboard.type(text);
  // The single option that the text clearly means is highlighted already.
  await page.locator('[role=option][data-focused]').waitFor();
  await page.keyboard.press('Tab');
}

async function save() {
  await form().getByRole('button', { name: 'Save' }).click();
  await form().waitFor({ state: 'detached' });
}

async function expectTargets(root) {
  const small = await root.evaluate((element) =>
    [...element.querySelectorAll('a, button, input')]
      .filter((target) => target.getClientRects().length > 0 && target.tabIndex >= 0)
      .filter((target) => (target.closest('label') ?? target).getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(small, []);
}

/** The demo with a lunch of 42.50 in two parts. */
const splitLunch = demoBudgetWith(async (send) => {
  const accounts = await send('accounts-get');
  const payees = await send('payees-get');
  const { list } = await send('get-categories');
  const category = list.find(({ name }) => name === 'Restaurants').id;
  const payee = payees.find(({ name }) => name === 'Corner Grill').id;
  const account = accounts.find(({ name }) => name === 'Checking').id;
  const all = { account, payee, date: '2026-11-20' };
  const part = (id, amount) => ({
    ...all,
    id,
    category,
    amount,
    is_child: true,
    parent_id: 'lunch',
  });
  const added = [
    { ...all, id: 'lunch', amount: -42_50, is_parent: true },
    part('lunch-1', -20_00),
    part('lunch-2', -22_50),
  ];
  await send('transactions-batch-update', { added });
});
const SPLIT = { from: splitLunch };

story('an account shows its transactions by day', async () => {
  await list().getByRole('heading', { level: 2 }).first().waitFor();
  await expectNoSidewaysScroll(page);
  await expectTargets(page.locator('main'));
  await expectAccessible(page);
});

story('the name of an account has room beside its buttons', async () => {
  await page.getByRole('link', { name: 'Back to the accounts' }).click();
  await page
    .getByRole('link', { name: /^Holiday Savings/ })
    .first()
    .click();
  const title = page.getByRole('heading', { level: 1, name: 'Holiday Savings' });
  await title.waitFor();
  await page.getByRole('button', { name: 'Reconcile' }).waitFor();
  assert.ok(await title.evaluate((element) => element.scrollWidth <= element.clientWidth));
});

story('a transaction is found by its words', async () => {
  await page.getByRole('searchbox', { name: 'Search' }).fill('swift taxi');
  await card(/^Swift Taxi/).waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await card(/^Farm Stand Lakeview/).waitFor();
});

story('Add starts with the amount, in the account that was looked at', async () => {
  await page.getByRole('link', { name: 'Add' }).click();
  await field('Amount').and(page.locator(':focus')).waitFor();
  assert.equal(await chooser('Account').inputValue(), 'Checking');
  await page.keyboard.type('30+12.50');
  await choose('Payee', 'Corner Gr');
  await choose('Category', 'restau');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectTargets(page.locator('main'));
  await save();
  await card(/^Corner Grill, Restaurants, -42\.50/).waitFor();
});

/** Adds a lunch of 42.50 and opens it. */
async function openNewLunch() {
  await page.getByRole('link', { name: 'Add' }).click();
  await field('Amount').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('42.50');
  await choose('Payee', 'Corner Gr');
  await choose('Category', 'restau');
  await save();
  await card(/^Corner Grill, Restaurants, -42\.50/).click();
}

story('rules fill in the form, and what is typed into a filled field replaces it', async () => {
  await page.getByRole('link', { name: 'Add' }).click();
  await choose('Payee', 'corner gr');
  await expectFocused(chooser('Category'));
  await page.waitForFunction(() => document.activeElement?.value === 'Restaurants');
  await choose('Category', 'groc');
  assert.equal(await chooser('Category').inputValue(), 'Groceries');
});

story('a transaction is turned into a split with parts that add up', async () => {
  await openNewLunch();
  await choose('Category', 'split');
  const part = (number) => form().getByRole('group', { name: `Line ${number}` });
  await part(1).getByRole('textbox', { name: 'Amount' }).fill('20');
  await part(1).getByRole('textbox', { name: 'Notes' }).focus();
  await form().getByText('22.50').waitFor();
  assert.ok(await form().getByRole('button', { name: 'Save' }).isDisabled());
  await form().getByRole('button', { name: 'Add Split' }).click();
  await part(2).getByRole('textbox', { name: 'Amount' }).waitFor();
  await expectAccessible(page);
  await save();
  await card(/^Corner Grill, Split \(2\), -42\.50/).waitFor();
});

story('the sign of a split is turned with one tap, and deleting can be undone', SPLIT, async () => {
  await card(/^Corner Grill, Split \(2\), -42\.50/).click();
  await form().getByRole('radio', { name: 'Deposit' }).check({ force: true });
  await save();
  await card(/^Corner Grill, Split \(2\), 42\.50/).click();
  await form().getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await form().waitFor({ state: 'detached' });
  await notice(page, /^Deleted/).waitFor();
  await card(/^Corner Grill, Split/).waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await card(/^Corner Grill, Split \(2\), 42\.50/).waitFor();
});

story('a search shows each split as one card, and none twice', SPLIT, async () => {
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.pressSequentially('corner grill', { delay: 40 });
  await card(/^Corner Grill, Split \(2\)/).waitFor();
  await page
    .locator('main')
    .getByText(/^\d+ transactions found$/)
    .waitFor();
  const ids = await list().evaluate((element) =>
    [...element.querySelectorAll('[data-row-id]')].map((row) => row.getAttribute('data-row-id')),
  );
  assert.deepEqual(ids, [...new Set(ids)]);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await card(/^Farm Stand Lakeview/).waitFor();
});

story('a rule is made from a transaction', async () => {
  await card(/^Farm Stand Lakeview, Groceries/).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create rule' }).click();
  const editor = page.getByRole('dialog', { name: 'New rule' });
  await editor.getByText(/already (has|have) what the rule sets|^Would have changed/).waitFor();
  await expectNoSidewaysScroll(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'Added a rule').waitFor();
});

story('several are selected and changed together', async () => {
  const select = page.getByRole('button', { name: 'Select transactions' });
  await select.click();
  const box = (name) => list().getByRole('checkbox', { name }).first();
  await box(/^Farm Stand Lakeview/).click();
  await box(/^Transfer Ref 88231/).click();
  const bar = page.getByRole('toolbar', { name: '2 selected, total -46.68' });
  await bar.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectTargets(page.locator('main'));
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await select.click();
  await card(/^Farm Stand Lakeview/).waitFor();
});

story('a tap on a field that chooses opens its list', { isTouched: true }, async () => {
  await page.getByRole('link', { name: 'Add' }).tap();
  await field('Amount').and(page.locator(':focus')).waitFor();
  for (const [name, chosen] of [
    ['Payee', 'Corner Grill'],
    ['Category', 'Groceries'],
    ['Account', 'Savings'],
  ]) {
    await chooser(name).tap();
    await form().getByRole('combobox', { name, exact: true, expanded: true }).waitFor();
    await page.getByRole('option', { name: chosen }).first().tap();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    assert.equal(await chooser(name).inputValue(), chosen);
  }
});

story('Done leaves the keyboard on the amount that was typed', { isTouched: true }, async () => {
  await page.getByRole('link', { name: 'Budget', exact: true }).tap();
  const cell = budgetCell(page, 'Groceries', 'Budgeted', 'November 2026');
  await cell.tap();
  await page.getByRole('textbox', { name: /^Budgeted, Groceries/ }).fill('321');
  await page.getByRole('button', { name: 'Done' }).tap();
  await expectCell(page, 'Groceries', 'Budgeted', 'November 2026', '321.00');
  await expectFocused(cell);
});

story('what the bank holds is typed on the number pad', { isTouched: true }, async () => {
  await page.getByRole('button', { name: 'Reconcile' }).tap();
  const amount = page.getByRole('textbox', { name: 'Bank balance' });
  await expectFocused(amount);
  const pad = page.getByRole('group', { name: 'Number pad' });
  for (const name of ['Clear', '1', '2', 'Done']) {
    await pad.getByRole('button', { name, exact: true }).tap();
  }
  await pad.waitFor({ state: 'detached' });
  assert.equal(await amount.inputValue(), '12.00');
  await page.getByRole('dialog').getByRole('button', { name: 'Reconcile' }).tap();
  await page.getByRole('region', { name: 'Reconciliation' }).waitFor();
});

story('an account is reconciled, and a mark ticks off', async () => {
  await page.getByRole('button', { name: 'Reconcile' }).click();
  const field = page.getByRole('textbox', { name: 'Bank balance' });
  await expectFocused(field);
  await field.press('End');
  await page.keyboard.type('-34.18');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: 'Reconciliation' });
  await bar.getByText('-34.18', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const tick = page.getByRole('button', { name: /^Cleared: Farm Stand Lakeview/ });
  await tick.click();
  await bar.getByText('All reconciled!').waitFor();
  await tick.waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await bar.waitFor({ state: 'detached' });
});

story('what stands in a field on the way back is there again', async () => {
  await page.getByRole('link', { name: 'Add' }).click();
  await field('Amount').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('12.50');
  await page.goBack();
  await list().waitFor();
  await page.getByRole('link', { name: 'Add' }).click();
  await notice(page, /^This was not saved yet/).waitFor();
  assert.equal(await field('Amount').inputValue(), '12.50');
  await page.getByRole('button', { name: 'Start over' }).click();
  await form().locator('input[data-amount][value=""]').waitFor();
  await page.goBack();
  await list().waitFor();
});

story('a transaction changed in another tab too asks which version stays', async () => {
  await card(/^Farm Stand Lakeview, Groceries, -34\.18/).click();
  await field('Notes').fill('apples');
  const other = await browser.newPage();
  await other.goto(page.url());
  const theirs = other.getByRole('form', { name: 'Transaction' });
  await theirs.getByRole('textbox', { name: 'Notes' }).fill('pears');
  await theirs.getByRole('textbox', { name: 'Amount' }).fill('35');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await theirs.waitFor({ state: 'detached' });
  await other.close();
  const question = form().getByRole('alert');
  await question.getByText(/^This transaction was changed in another tab/).waitFor();
  assert.equal(await field('Notes').inputValue(), 'apples');
  assert.ok(await form().getByRole('button', { name: 'Save' }).isDisabled());
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectTargets(page.locator('main'));
  await question.getByRole('button', { name: 'Use theirs' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await field('Amount').inputValue(), '35.00');
  assert.equal(await field('Notes').inputValue(), 'pears');
  await save();
  await card(/^Farm Stand Lakeview, Groceries, -35\.00/).waitFor();
});

story('a window made narrow takes what is being typed into a cell', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const notes = registerGrid(page).locator('[data-row-id] [data-col=notes]').first();
  await notes.click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('typed while turning');
  await page.setViewportSize({ width: 400, height: 800 });
  await list().getByText('typed while turning').first().waitFor();
});

story('a button leads to the palette, which a thumb can use', async () => {
  const button = page.getByRole('button', { name: 'Search or run a command' });
  await button.click();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('option').first().waitFor();
  const low = await palette
    .getByRole('option')
    .evaluateAll(
      (options) => options.filter((it) => it.getBoundingClientRect().height < 44).length,
    );
  assert.equal(low, 0);
  assert.equal(await palette.locator('kbd').filter({ visible: true }).count(), 0);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await expectFocused(button);
  await button.click();
  await palette.getByRole('option', { name: 'Payees' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Payees' }).waitFor();
});

story('a link in a sentence has room around it for a thumb', async () => {
  await page.goto(new URL('/accounts/nowhere', page.url()).href);
  const link = page.getByRole('link', { name: 'Go to the accounts' });
  await link.waitFor();
  const reached = await link.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    const isReached = (y) => document.elementFromPoint((left + right) / 2, y) === element;
    return [middle - 21, middle, middle + 21].map(isReached);
  });
  assert.deepEqual(reached, [true, true, true]);
});
