import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, real } from '../support/stage.mjs';
import {
  createBudget,
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  notice,
  openApp,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;
let other;

openStage(async (stage) => {
  ({ app, browser, page } = stage);
  await createBudget(page);
});

const sidebar = (tab = page) => tab.getByRole('navigation', { name: 'Accounts' });
const account = (name, tab = page) => sidebar(tab).getByRole('link', { name: accountName(name) });
const accountName = (name) => new RegExp(`^${name}, balance `);

/** Waits until an account shows a balance. */
const expectBalance = (name, amount, tab = page) =>
  sidebar(tab)
    .getByRole('link', { name: `${name}, balance ${amount}`, exact: true })
    .waitFor();

/** The names of a group in their order. */
async function order(group, tab = page) {
  const links = sidebar(tab).getByRole('list', { name: group }).getByRole('link');
  const labels = await links.evaluateAll((all) =>
    all.map((link) => link.querySelector('[data-spoken]').textContent),
  );
  return labels.map((label) => label.replace(/, balance .*$/, ''));
}

/** Waits until a group has this order. */
async function expectOrder(group, names, tab = page) {
  await tab.waitForFunction(
    ([group, names]) => {
      const links = document.querySelectorAll(`ul[aria-label="${group}"] a`);
      const name = (link) => link.querySelector('[data-spoken]').textContent;
      const found = [...links].map((link) => name(link).replace(/, balance .*$/, ''));
      return found.join() === names.join();
    },
    [group, names],
    // A tab in the background draws too seldom to be asked at each frame.
    { polling: 50 },
  );
}

const dialog = (name) => page.getByRole('dialog', { name });

async function addAccount({ name, type, balance }) {
  await sidebar().getByRole('button', { name: 'Add account' }).click();
  const form = dialog('Add account');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await form.getByRole('textbox', { name: 'Balance' }).fill(balance);
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
}

async function chooseInMenu(name, item) {
  await account(name).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: item }).click();
}

test('a budget without accounts asks for the first one', real, async () => {
  await sidebar().getByText('No accounts yet').waitFor();
  await expectAccessible(page);
});

test('an account needs a name, a kind and a number', real, async () => {
  await sidebar().getByRole('button', { name: 'Add account' }).click();
  const form = dialog('Add account');
  await form.getByRole('textbox', { name: 'Balance' }).fill('much');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('Name is required').waitFor();
  await form.getByText('You must select a type').waitFor();
  await form.getByText('Balance must be a number').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
});

test('a new account has its starting balance and opens its register', real, async () => {
  await addAccount({ name: 'Bank', type: 'Checking', balance: '1,000.50' });
  await expectBalance('Bank', '1,000.50');
  await page.getByRole('heading', { level: 1, name: 'Bank' }).waitFor();
  await addAccount({ name: 'Cash', type: 'Other', balance: '0' });
  await addAccount({ name: 'Visa', type: 'Credit Card', balance: '-20' });
  await addAccount({ name: 'Shares', type: 'Investment', balance: '300' });
  await expectOrder('Budget accounts', ['Bank', 'Cash', 'Visa']);
  await expectOrder('Off budget', ['Shares']);
  await expectBalance('Budget accounts', '980.50');
  await expectBalance('All accounts', '1,280.50');
});

test('a second tab sees what the first one does', real, async () => {
  other = await openApp(browser, app);
  await page.bringToFront();
  await expectOrder('Budget accounts', ['Bank', 'Cash', 'Visa'], other);
  await account('Cash').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Purse');
  await page.keyboard.press('Enter');
  await expectBalance('Purse', '0.00', other);
  await expectFocusNotLost(page);
});

test('accounts are ordered by keys and by dragging, in both tabs', real, async () => {
  await account('Visa').focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expectOrder('Budget accounts', ['Bank', 'Visa', 'Purse'], other);
  await expectFocused(account('Visa'));
  const from = await account('Bank').boundingBox();
  const to = await account('Purse').boundingBox();
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 8 });
  await page.mouse.move(to.x + 40, to.y + to.height - 2);
  await page.mouse.up();
  await expectOrder('Budget accounts', ['Visa', 'Purse', 'Bank'], other);
  assert.deepEqual(await order('Budget accounts'), ['Visa', 'Purse', 'Bank']);
});

test('the balance of an account stays in its place when the pointer comes near', async () => {
  const link = sidebar().getByRole('list').first().getByRole('link').first();
  const balance = link.locator('span').last();
  await page.mouse.move(700, 0);
  const before = await balance.boundingBox();
  await link.hover();
  assert.deepEqual(await balance.boundingBox(), before);
});

test('closing asks who takes the balance over', real, async () => {
  await chooseInMenu('Bank', 'Close account');
  const form = dialog('Close Account');
  await form.getByText('1,000.50').waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Close account' }).click();
  await form.getByText('Transfer is required').waitFor();
  await form.getByRole('combobox', { name: 'Transfer to' }).fill('Shares');
  await page.getByRole('option', { name: /^Shares/ }).click();
  await form.getByRole('button', { name: 'Close account' }).click();
  await form.getByText('Category is required').waitFor();
  await form.getByRole('combobox', { name: 'Transfer to' }).fill('Purse');
  await page.getByRole('option', { name: /^Purse/ }).click();
  await form.getByRole('button', { name: 'Close account' }).click();
  await notice(page, 'Closed Bank').waitFor();
  await expectBalance('Purse', '1,000.50');
  await expectBalance('Purse', '1,000.50', other);
  await expectOrder('Budget accounts', ['Visa', 'Purse'], other);
});

test('a closed account is behind its disclosure and comes back', real, async () => {
  await sidebar().getByRole('button', { name: 'Closed accounts' }).click();
  await expectOrder('Closed accounts', ['Bank']);
  await chooseInMenu('Bank', 'Reopen');
  await expectOrder('Budget accounts', ['Visa', 'Purse', 'Bank']);
  await expectBalance('Bank', '0.00');
});

test('a forced close needs a second press', real, async () => {
  await chooseInMenu('Visa', 'Close account');
  const form = dialog('Close Account');
  await form.getByRole('button', { name: 'Force close' }).click();
  await form.getByText('The account and its 1 transaction will be deleted.').waitFor();
  await form.getByRole('button', { name: 'Delete 1 transaction' }).click();
  await notice(page, 'Deleted Visa').waitFor();
  await expectFocusNotLost(page);
  await expectOrder('Budget accounts', ['Purse', 'Bank']);
});

test('undoing a close opens its dialog again, redoing it does not', real, async () => {
  await undo(page);
  await dialog('Close Account').waitFor();
  await expectOrder('Budget accounts', ['Visa', 'Purse', 'Bank'], other);
  // A press within 100 ms of the one before counts for nothing and is made again.
  const isClosed = () =>
    dialog('Close Account')
      .waitFor({ state: 'detached', timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  do await page.keyboard.press('ControlOrMeta+Shift+z');
  while (!(await isClosed()));
  await expectOrder('Budget accounts', ['Purse', 'Bank'], other);
  await page.waitForFunction(() => document.activeElement !== document.body);
});

test('everything is undone, back to where no account was', real, async () => {
  // It is behind the dialog that comes back, so it has no role then.
  const undoButton = page.locator('button[aria-label^="Undo"]').first();
  for (let step = 0; step < 40; step += 1) {
    const label = await undoButton.getAttribute('aria-label');
    if (label === 'Undo') break;
    await undo(page);
    // A press within 100 ms of the one before counts for nothing and is made again.
    const isUndone = (label) =>
      document.querySelector('button[aria-label^="Undo"]')?.ariaLabel !== label;
    await page.waitForFunction(isUndone, label, { timeout: 1_000 }).catch(() => {});
  }
  await sidebar().getByText('No accounts yet').waitFor();
  await sidebar(other).getByText('No accounts yet').waitFor();
});

test('on a phone the accounts are a list, and one is added there', real, async () => {
  await addAccount({ name: 'Bank', type: 'Savings', balance: '12' });
  await page.setViewportSize({ width: 400, height: 800 });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await tabs.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('link', { name: 'Bank, Savings, balance 12.00' }).waitFor();
  await page.getByRole('link', { name: 'Budget accounts, balance 12.00' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add account' }).click();
  await dialog('Add account').getByRole('textbox', { name: 'Name' }).fill('Tin');
  await expectAccessible(page);
  await dialog('Add account').getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Checking' }).click();
  await dialog('Add account').getByRole('textbox', { name: 'Balance' }).fill('=5+3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tin' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'All accounts, balance 20.00' }).click();
  await page.getByRole('heading', { level: 1, name: 'All accounts' }).waitFor();
});

test('no page reported a fault', () => assert.deepEqual(browser.faults, []));
