import assert from 'node:assert/strict';
import { readRows, rowDifferences } from '../support/rows.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, demoBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  newTransaction,
  notice,
  openApp,
  openRegister,
  registerGrid,
  registerRow,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;
/** Steps made in the story, each to be undone. */
let steps;

const size = { width: 1440, height: 900 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ app, browser, page } = stage);
  steps = 0;
});

/** Waits until the field of the form has the keyboard. */
async function expectField(name) {
  await page.waitForFunction(
    (label) => document.activeElement?.getAttribute('aria-label') === label,
    name,
  );
}

/** Types one transaction into the open form, from the payee on; without a category for transfers. */
async function type(payee, notes, category, payment) {
  await expectField('Payee');
  await page.keyboard.type(payee);
  await page.keyboard.press('Tab');
  await page.keyboard.type(notes);
  await page.keyboard.press('Tab');
  if (category !== null) {
    await page.keyboard.type(category);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(payment);
  await page.keyboard.press('Enter');
  steps += 1;
}

/** Opens the form for a transaction of an account, at its payee. */
async function openForm(account) {
  await openRegister(page, account);
  await page.keyboard.press('t');
  await expectField('Date');
  await page.keyboard.press('Tab');
}

async function closeForm() {
  await page.keyboard.press('Escape');
  await newTransaction(page).waitFor({ state: 'detached' });
}

/** Types lunches of 1.50, 2.50 and so on into the open form. */
async function typeLunches(count) {
  for (let number = 1; number <= count; number += 1) {
    await type('Corner Grill', `lunch ${number}`, 'Restaurants', `${number}.50`);
  }
  await registerRow(page, new RegExp(`Corner Grill, Restaurants, -${count}\\.50`)).waitFor();
}

story('eighteen transactions are typed by keyboard alone', async () => {
  await openForm('Cash');
  await typeLunches(18);
});

/** Types one in three parts into the open form. */
async function typeSplit() {
  await expectField('Payee');
  await page.keyboard.type('Corner Grill');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('spl');
  await page.keyboard.press('Tab');
  await newTransaction(page).getByRole('group', { name: 'Line of the split' }).waitFor();
  await expectField('Category');
  await page.keyboard.type('Restaurants');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('20');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('30');
  await page.keyboard.press('ControlOrMeta+Enter');
  steps += 1;
  await registerRow(page, /split, -60\.00/).waitFor();
}

story('one is split in three', async () => {
  await openForm('Cash');
  await typeSplit();
});

async function typeTransfer() {
  await type('Savings', 'put aside', null, '25');
  await registerRow(page, /Savings, -25\.00/).waitFor();
}

story('a transfer takes the money to the other account', async () => {
  await openForm('Cash');
  await typeTransfer();
  await closeForm();
  await expectFocusNotLost(page);
  await openRegister(page, 'Savings');
  await registerRow(page, /Cash, 25\.00/).waitFor();
});

story('the register is accessible, with its form open too', async () => {
  await openRegister(page, 'Savings');
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectField('Date');
  await expectAccessible(page);
});

/** Goes back to the register of Savings, and forward again. */
async function goBackAndForth() {
  await page.goBack();
  await page.getByRole('grid', { name: 'Transactions, Savings' }).waitFor();
  await page.goForward();
}

const notes = () => page.getByRole('textbox', { name: 'Notes' });

story('what is no amount stays in its field, with the reason in view', async () => {
  await openRegister(page, 'Checking');
  await page.keyboard.press('t');
  const amount = newTransaction(page).getByRole('textbox', { name: 'Payment' });
  await amount.fill('12.3.4');
  await newTransaction(page).getByRole('button', { name: 'Add' }).click();
  await expectFocused(amount);
  const reason = newTransaction(page).getByRole('alert').getByText("Can't read “12.3.4”");
  const seen = await reason.evaluate(
    (element) =>
      new Promise((done) => {
        new IntersectionObserver(([it]) => done(it.intersectionRatio)).observe(element);
      }),
  );
  assert.equal(seen, 1);
});

story('going back while typing a transaction loses nothing', async () => {
  await openRegister(page, 'Savings');
  await openForm('Cash');
  await page.keyboard.type('Rewe');
  await page.keyboard.press('Tab');
  await page.keyboard.type('half typed');
  await goBackAndForth();
  await newTransaction(page).waitFor();
  assert.equal(await notes().inputValue(), 'half typed');
});

/** Leaves the register of Cash while a note is typed into its first row. */
async function leaveWhileTyping() {
  await openRegister(page, 'Savings');
  await openRegister(page, 'Cash');
  const first = registerGrid(page).locator('[data-row-id]').first();
  const id = await first.getAttribute('data-row-id');
  const row = registerGrid(page).locator(`[data-row-id="${id}"]`);
  await row.locator('[data-col=notes]').click();
  await notes().fill('kept on the way back');
  await goBackAndForth();
  await row.getByText('kept on the way back').waitFor();
  steps += 1;
}

story('going back while typing into a cell keeps what was typed', async () => {
  await leaveWhileTyping();
});

/** The demo with eighteen lunches of 1.50, 2.50 and so on. */
const manyLunches = demoBudgetWith(async (send) => {
  const named = (list, name) => list.find((each) => each.name === name).id;
  const account = named(await send('accounts-get'), 'Cash');
  const payee = named(await send('payees-get'), 'Corner Grill');
  const category = named((await send('get-categories')).list, 'Restaurants');
  const added = Array.from({ length: 18 }, (_, at) => ({
    ...{ account, payee, category, date: '2026-11-20' },
    notes: `lunch ${at + 1}`,
    amount: -(at + 1) * 100 - 50,
  }));
  await send('transactions-batch-update', { added });
});

/** Puts the selected transactions in another category. */
async function categorize(name) {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Category of \d+ transactions$/ });
  await expectFocused(dialog.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  steps += 1;
}

/** Selects all transactions that have a word, from the one of an amount. */
async function selectFound(word, amount, count) {
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  await registerRow(page, amount).waitFor();
  await page.waitForFunction(
    (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === rows,
    String(count + 1),
  );
  await registerRow(page, amount).getByRole('gridcell', { name: 'Payee' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
}

const LUNCHES = { from: manyLunches };

story('what was typed is found by its words and put in another category', LUNCHES, async () => {
  await openRegister(page, 'Cash');
  await selectFound('lunch', /-18\.50/, 18);
  await page.getByRole('toolbar', { name: /^18 selected, total -180\.00/ }).waitFor();
  await expectAccessible(page);
  // What has no room in the bar is in its menu.
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Duplicate/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Duplicate/ }).waitFor();
  await registerRow(page, /-18\.50/)
    .getByRole('gridcell', { name: 'Payee' })
    .focus();
  await categorize('Groceries');
  await registerRow(page, /Corner Grill, Groceries, -18\.50/).waitFor();
});

story('the names of a menu stand below each other, with an icon or without', async () => {
  await openRegister(page, 'Cash');
  await page.getByRole('button', { name: 'Account menu' }).click();
  const lefts = await page.getByRole('menuitem').evaluateAll((items) =>
    items.map((item) => {
      const name = document.createRange();
      name.selectNodeContents([...item.children].find(({ textContent }) => textContent));
      return Math.round(name.getBoundingClientRect().left);
    }),
  );
  assert.ok(lefts.length > 3);
  assert.equal(new Set(lefts).size, 1);
});

async function closeCash() {
  await openRegister(page, 'Cash');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Close Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Account' });
  await dialog.getByRole('combobox', { name: 'Transfer to' }).fill('Checking');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await dialog.waitFor({ state: 'detached' });
  steps += 1;
  await page.getByRole('heading', { level: 1, name: /^Closed: Cash/ }).waitFor();
}

story('the account is closed, its money goes to another one', async () => {
  await closeCash();
});

/** Undoes everything in a tab. Steps of another tab are named and asked about. */
async function undoAll(tab, isForeign) {
  await tab.getByRole('button', { name: 'Theme' }).focus();
  for (let left = steps; left > 0; left -= 1) {
    const button = tab.getByRole('button', { name: /^Undo ./ }).first();
    // Presses within a tenth of a second count once.
    const before = await tab.evaluate(() => performance.now());
    await tab.waitForFunction((from) => performance.now() - from > 150, before);
    const label = (await button.getAttribute('aria-label')).replace(/^Undo /, '');
    await tab.keyboard.press('ControlOrMeta+z');
    if (isForeign) {
      const region = tab.getByRole('region', { name: 'Notifications' });
      await region.getByText(`Made in another tab: ${label}. Undo it?`).waitFor();
      await region.getByRole('button', { name: 'Undo' }).click();
    }
    await notice(tab, `Undid: ${label}`).waitFor();
    await tab.keyboard.press('Escape');
  }
}

story('everything is undone, and the budget is what it was, row for row', async () => {
  const start = await readRows(page);
  await openForm('Cash');
  await typeLunches(3);
  await typeSplit();
  await typeTransfer();
  await closeForm();
  await leaveWhileTyping();
  await selectFound('lunch', /-3\.50/, 3);
  await page.getByRole('toolbar', { name: /^3 selected/ }).waitFor();
  await categorize('Groceries');
  await registerRow(page, /Corner Grill, Groceries, -3\.50/).waitFor();
  await closeCash();
  await undoAll(page, false);
  assert.deepEqual(rowDifferences(start, await readRows(page)), []);
  await page.getByRole('heading', { level: 1, name: 'Cash' }).waitFor();
});

story('a second tab sees what is typed, and undoes it after naming it', async () => {
  const start = await readRows(page);
  const other = await openApp(browser, app);
  await openRegister(other, 'Cash');
  await page.bringToFront();
  await openForm('Cash');
  await type('Corner Grill', 'seen elsewhere', 'Restaurants', '3.21');
  await registerRow(other, /Corner Grill, Restaurants, -3\.21/).waitFor();
  await closeForm();
  await other.bringToFront();
  await undoAll(other, true);
  await registerRow(page, /-3\.21/).waitFor({ state: 'detached' });
  assert.deepEqual(rowDifferences(start, await readRows(page)), []);
});
