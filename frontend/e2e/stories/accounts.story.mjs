import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { newBudget, newBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  notice,
  openApp,
  rest,
  undo,
  undoUntil,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

/** Four accounts, one of them off budget; answers their ids. */
async function addAccounts(send) {
  return {
    bank: await send('account-create', { name: 'Bank', type: 'checking', balance: 1000.5 }),
    cash: await send('account-create', { name: 'Cash', type: 'other' }),
    visa: await send('account-create', { name: 'Visa', type: 'credit', balance: -20 }),
    shares: await send('account-create', {
      name: 'Shares',
      type: 'investment',
      balance: 300,
      offBudget: true,
    }),
  };
}

const household = newBudgetWith(addAccounts, { hasAccount: true });

const closedBank = newBudgetWith(
  async (send) => {
    const { bank, cash } = await addAccounts(send);
    await send('account-close', { id: bank, transferAccountId: cash });
  },
  { hasAccount: true },
);

/** No account yet. */
const EMPTY = { from: newBudget };

const story = storiesFrom(household, { isReal: true }, (stage) => {
  ({ app, browser, page } = stage);
});

/** Another tab, which shows the accounts too. */
async function openOther() {
  const other = await openApp(browser, app);
  // A tab behind another one draws too seldom for what is done by pointer.
  await page.bringToFront();
  await expectOrder('Budget accounts', ['Bank', 'Cash', 'Visa'], other);
  return other;
}

const sidebar = (tab = page) => tab.getByRole('navigation', { name: 'Accounts' });
const account = (name, tab = page) => sidebar(tab).getByRole('link', { name: accountName(name) });
const accountName = (name) => new RegExp(`^${name}, balance `);

/** Waits until an account shows a balance. */
const expectBalance = (name, amount, tab = page) =>
  sidebar(tab)
    .getByRole('link', { name: `${name}, balance ${amount}`, exact: true })
    .waitFor();

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
  await dialog('Add account')
    .getByRole('button', { name: /^Create a local account/ })
    .click();
  const form = dialog('Add account');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await form.getByRole('textbox', { name: 'Current balance' }).fill(balance);
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });
}

async function chooseInMenu(name, item) {
  await account(name).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: item }).click();
}

story('a budget without accounts asks for the first one', EMPTY, async () => {
  await sidebar().getByText('No accounts yet').waitFor();
  await expectAccessible(page);
});

story('an account needs a name, a kind and a number', EMPTY, async () => {
  await sidebar().getByRole('button', { name: 'Add account' }).click();
  await dialog('Add account')
    .getByRole('button', { name: /^Create a local account/ })
    .click();
  const form = dialog('Add account');
  await form.getByRole('textbox', { name: 'Current balance' }).fill('much');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByText('Name is required').waitFor();
  await form.getByText('You must select a type').waitFor();
  await form.getByText('Balance must be a number').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
});

story('a new account has its starting balance and opens its register', EMPTY, async () => {
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

/** Renames an account in the sidebar. */
async function rename(name, text) {
  await account(name).focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Account name' }).fill(text);
  await page.keyboard.press('Enter');
}

story('a second tab sees what the first one does', async () => {
  const other = await openOther();
  await rename('Cash', 'Purse');
  await expectBalance('Purse', '0.00', other);
  await expectFocusNotLost(page);
});

async function dragBehind(name, last) {
  await rest(page);
  const from = await account(name).boundingBox();
  const to = await account(last).boundingBox();
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 8 });
  await page.mouse.move(to.x + 40, to.y + to.height - 2);
  await page.mouse.up();
}

story('accounts are ordered by keys and by dragging, in both tabs', async () => {
  const other = await openOther();
  await account('Visa').focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expectOrder('Budget accounts', ['Bank', 'Visa', 'Cash'], other);
  await expectOrder('Budget accounts', ['Bank', 'Visa', 'Cash']);
  await expectFocused(account('Visa'));
  await dragBehind('Bank', 'Cash');
  await expectOrder('Budget accounts', ['Visa', 'Cash', 'Bank'], other);
  await expectOrder('Budget accounts', ['Visa', 'Cash', 'Bank']);
});

const anywhere = { isReal: false };

story(
  'the balance of an account stays in its place when the pointer comes near',
  anywhere,
  async () => {
    const link = sidebar().getByRole('list').first().getByRole('link').first();
    await link.and(sidebar().getByRole('link', { name: /, balance -?[\d,]+\.\d\d$/ })).waitFor();
    const balance = link.locator('span').last();
    await page.mouse.move(700, 0);
    const before = await balance.boundingBox();
    await link.hover();
    assert.deepEqual(await balance.boundingBox(), before);
  },
);

/** Chooses where the balance goes in the dialog that asks about it. */
async function transferTo(name) {
  const form = dialog('Close Account');
  await form.getByRole('combobox', { name: 'Transfer to' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await form.getByRole('button', { name: 'Close account' }).click();
}

story('closing asks who takes the balance over', async () => {
  const other = await openOther();
  await chooseInMenu('Bank', 'Close account');
  const form = dialog('Close Account');
  await form.getByText('1,000.50').waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Close account' }).click();
  await form.getByText('Transfer is required').waitFor();
  await transferTo('Shares');
  await form.getByText('Category is required').waitFor();
  await transferTo('Cash');
  await notice(page, 'Closed Bank').waitFor();
  await expectBalance('Cash', '1,000.50');
  await expectBalance('Cash', '1,000.50', other);
  await expectOrder('Budget accounts', ['Cash', 'Visa'], other);
});

story(
  'a closed account is behind its disclosure and comes back',
  { from: closedBank },
  async () => {
    await sidebar().getByRole('button', { name: 'Closed accounts' }).click();
    await expectOrder('Closed accounts', ['Bank']);
    await chooseInMenu('Bank', 'Reopen');
    await expectOrder('Budget accounts', ['Bank', 'Cash', 'Visa']);
    await expectBalance('Bank', '0.00');
  },
);

/** Closes Visa with its transaction. */
async function forceClose() {
  await chooseInMenu('Visa', 'Close account');
  const form = dialog('Close Account');
  await form.getByRole('button', { name: 'Force close' }).click();
  await form.getByText('The account and its 1 transaction will be deleted.').waitFor();
  await form.getByRole('button', { name: 'Delete 1 transaction' }).click();
  await notice(page, 'Deleted Visa').waitFor();
}

story('a forced close needs a second press', async () => {
  await forceClose();
  await expectFocusNotLost(page);
  await expectOrder('Budget accounts', ['Bank', 'Cash']);
});

story('undoing a close opens its dialog again, redoing it does not', async () => {
  const other = await openOther();
  await forceClose();
  await expectOrder('Budget accounts', ['Bank', 'Cash'], other);
  await undo(page);
  await dialog('Close Account').waitFor();
  await expectOrder('Budget accounts', ['Bank', 'Cash', 'Visa'], other);
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
  await expectOrder('Budget accounts', ['Bank', 'Cash'], other);
  await page.waitForFunction(() => document.activeElement !== document.body);
});

/** Every kind of change that an account can go through. */
async function changeAccounts() {
  await addAccount({ name: 'Bank', type: 'Checking', balance: '1,000.50' });
  await addAccount({ name: 'Cash', type: 'Other', balance: '0' });
  await addAccount({ name: 'Visa', type: 'Credit Card', balance: '-20' });
  await addAccount({ name: 'Shares', type: 'Investment', balance: '300' });
  await rename('Cash', 'Purse');
  await expectOrder('Budget accounts', ['Bank', 'Purse', 'Visa']);
  await account('Visa').focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expectOrder('Budget accounts', ['Bank', 'Visa', 'Purse']);
  await dragBehind('Bank', 'Purse');
  await expectOrder('Budget accounts', ['Visa', 'Purse', 'Bank']);
  await chooseInMenu('Bank', 'Close account');
  await transferTo('Purse');
  await expectOrder('Budget accounts', ['Visa', 'Purse']);
  await sidebar().getByRole('button', { name: 'Closed accounts' }).click();
  await chooseInMenu('Bank', 'Reopen');
  await expectOrder('Budget accounts', ['Visa', 'Purse', 'Bank']);
  await forceClose();
  await expectOrder('Budget accounts', ['Purse', 'Bank']);
}

story('everything is undone, back to where no account was', EMPTY, async () => {
  const other = await openApp(browser, app);
  await page.bringToFront();
  await changeAccounts();
  await expectOrder('Budget accounts', ['Purse', 'Bank'], other);
  await undoUntil(page, 'Undo');
  await sidebar().getByText('No accounts yet').waitFor();
  await sidebar(other).getByText('No accounts yet').waitFor();
});

story('on a phone the accounts are a list, and one is added there', EMPTY, async () => {
  await addAccount({ name: 'Bank', type: 'Savings', balance: '12' });
  await page.setViewportSize({ width: 400, height: 800 });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await tabs.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('link', { name: 'Bank, Savings, balance 12.00' }).waitFor();
  await page.getByRole('link', { name: 'Budget accounts, balance 12.00' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add account' }).click();
  await dialog('Add account')
    .getByRole('button', { name: /^Create a local account/ })
    .click();
  await dialog('Add account').getByRole('textbox', { name: 'Name' }).fill('Tin');
  await expectAccessible(page);
  await dialog('Add account').getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Checking' }).click();
  await dialog('Add account').getByRole('textbox', { name: 'Current balance' }).fill('=5+3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tin' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'All accounts, balance 20.00' }).click();
  await page.getByRole('heading', { level: 1, name: 'All accounts' }).waitFor();
});
