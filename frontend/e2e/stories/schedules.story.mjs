import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, newBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  newTransaction,
  notice,
  openApp,
  openRegister,
  registerRow,
  resize,
  undo,
  undoUntil,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const story = storiesFrom(demoBudget, { isReal: true }, (stage) => {
  ({ app, browser, page } = stage);
});

const table = (tab) => tab.getByRole('grid', { name: 'Schedules' });
const row = (tab, name) => table(tab).getByRole('row', { name: new RegExp(`^${name}`) });
const editor = (tab) => tab.getByRole('dialog', { name: /^(New schedule|Schedule)$/ });
const coming = (tab) => tab.getByRole('grid', { name: 'Coming up' });
const comingRow = (tab, name) => coming(tab).getByRole('row', { name });

async function goToSchedules(tab) {
  await tab.getByRole('link', { name: 'Schedules' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  await table(tab).waitFor();
}

/** An account with money, and a payee. */
const EMPTY = newBudgetWith(
  async (send) => {
    await send('account-create', { name: 'Bank', type: 'checking', balance: 2000 });
  },
  { hasAccount: true },
);

/** Types a schedule from the list of schedules; answers the keys that it takes beside the text. */
async function addMonthly(tab, { payee, amount, day }) {
  let keys = 0;
  const press = async (key) => {
    keys += 1;
    await tab.keyboard.press(key);
  };
  await press('t');
  await editor(tab).getByRole('combobox', { name: 'Payee' }).and(tab.locator(':focus')).waitFor();
  await tab.keyboard.type(payee);
  await press('Tab');
  await tab.keyboard.type('Bank');
  await press('Tab');
  await tab.keyboard.type(amount);
  for (let step = 0; step < 3; step += 1) await press('Tab');
  await tab.keyboard.type(day);
  await press('Control+Enter');
  await editor(tab).waitFor({ state: 'detached' });
  return keys;
}

story(
  'a monthly schedule takes few keys and is seen ahead in every tab',
  { from: EMPTY },
  async () => {
    const other = await openApp(browser, app);
    await openRegister(other, 'Bank');
    await goToSchedules(page);
    await page.getByRole('heading', { name: 'No schedules' }).waitFor();
    await expectAccessible(page);
    const keys = await addMonthly(page, { payee: 'Landlord', amount: '850', day: '11/22/2026' });
    assert.ok(keys <= 10, `${keys} keys`);
    await notice(page, 'Added schedule Landlord').waitFor();
    await row(page, 'Landlord').getByText('Monthly on the 22nd').waitFor();
    await row(page, 'Landlord').getByText('Upcoming').waitFor();
    await comingRow(other, /^11\/22\/2026, Landlord, -850\.00, Upcoming/).waitFor();
    await expectAccessible(other);
    await undo(page);
    await row(page, 'Landlord').waitFor({ state: 'detached' });
    await coming(other).waitFor({ state: 'detached' });
  },
);

story(
  'a coming bill is posted from the register, and the next one skipped',
  { from: EMPTY },
  async () => {
    await goToSchedules(page);
    await addMonthly(page, { payee: 'Landlord', amount: '850', day: '11/22/2026' });
    await openRegister(page, 'Bank');
    await comingRow(page, /Landlord/)
      .getByText('Landlord')
      .click();
    await page.keyboard.press('p');
    await notice(page, 'Posted Landlord of 11/22/2026').waitFor();
    await registerRow(page, /11\/22\/2026, Landlord.*-850\.00/).waitFor();
    await coming(page).waitFor({ state: 'detached' });
    await undo(page);
    await comingRow(page, /Landlord/).waitFor();
    await registerRow(page, /Landlord/).waitFor({ state: 'detached' });
    await comingRow(page, /Landlord/)
      .getByRole('button', { name: 'Actions for Landlord' })
      .click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Skip next date' }).click();
    await coming(page).waitFor({ state: 'detached' });
    await goToSchedules(page);
    await row(page, 'Landlord, 12/22/2026').waitFor();
    await undo(page);
    // It leads back to where the date was skipped.
    await comingRow(page, /Landlord/).waitFor();
    await goToSchedules(page);
    await row(page, 'Landlord, 11/22/2026').waitFor();
  },
);

story('three missed dates are posted once each, and said', { from: EMPTY }, async () => {
  await goToSchedules(page);
  await page.getByRole('button', { name: 'Add new schedule' }).first().click();
  await editor(page).getByRole('combobox', { name: 'Payee' }).fill('Gardener');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bank');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await editor(page).getByRole('textbox', { name: 'First date' }).fill('11/25/2026');
  await page.keyboard.press('Tab');
  await editor(page).getByRole('button', { name: 'Every month on the 25th' }).click();
  const dates = page.getByRole('dialog', { name: 'Repeats' });
  await dates.getByRole('button', { name: /Unit/ }).click();
  await page.getByRole('option', { name: 'Weeks' }).click();
  await dates.getByText('Every week on Wednesday.').waitFor();
  await expectAccessible(page);
  await dates.getByRole('button', { name: 'Apply' }).click();
  await editor(page).getByText('Automatically add transaction').click();
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'Gardener, 11/25/2026').waitFor();
  await app.restart('2026-12-11');
  await page.goto(app.url);
  await openRegister(page, 'Bank');
  for (const day of ['11/25', '12/02', '12/09'])
    await registerRow(page, new RegExp(`${day}/2026, Gardener.*-30\\.00`)).waitFor();
  await notice(page, 'Schedules posted transactions').waitFor();
  await page.reload();
  await registerRow(page, /12\/09\/2026, Gardener/).waitFor();
  const rows = page
    .getByRole('grid', { name: /^Transactions/ })
    .getByRole('row', { name: /Gardener/ });
  assert.equal(await rows.count(), 3);
  await goToSchedules(page);
  await row(page, 'Gardener, 12/16/2026').waitFor();
});

/** Three bills of four months that no schedule knows. */
const BILLS = newBudgetWith(
  async (send) => {
    const account = await send('account-create', {
      name: 'Bank',
      type: 'checking',
      balance: 5000,
    });
    const names = ['Power', 'Water', 'Internet'];
    const payees = [];
    for (const name of names) payees.push(await send('payee-create', { name }));
    const added = payees.flatMap((payee, at) =>
      ['2026-08', '2026-09', '2026-10', '2026-11'].map((month) => ({
        id: `t-${at}-${month}`,
        account,
        payee,
        date: `${month}-0${at + 4}`,
        amount: -5000 - at * 1000,
      })),
    );
    await send('transactions-batch-update', { added, updated: [], deleted: [] });
  },
  { hasAccount: true },
);

story(
  'what recurs is found with its evidence, and three are accepted at once',
  { from: BILLS },
  async () => {
    await goToSchedules(page);
    await page.getByRole('button', { name: 'Find schedules' }).first().click();
    const found = page.getByRole('dialog', { name: 'Found schedules' });
    await found
      .getByText(/of the last \d+ months/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await found.getByText('Select all').click();
    await found.getByRole('button', { name: 'Create 3 schedules' }).click();
    await found.waitFor({ state: 'detached' });
    for (const name of ['Power', 'Water', 'Internet']) await row(page, name).waitFor();
    await undo(page);
    await row(page, 'Power').waitFor({ state: 'detached' });
  },
);

story(
  'a schedule is made from a transaction, linked, and opened from its row',
  { from: BILLS },
  async () => {
    await openRegister(page, 'Bank');
    await registerRow(page, /11\/04\/2026, Power/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Make a schedule' }).click();
    await editor(page).getByText('1 transaction will be linked when you save.').waitFor();
    await editor(page).getByRole('button', { name: 'Add', exact: true }).click();
    await editor(page).waitFor({ state: 'detached' });
    await registerRow(page, /10\/04\/2026, Power/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Link schedule' }).click();
    const choices = page.getByRole('dialog', { name: 'Link schedule' });
    await expectAccessible(page);
    await choices.getByRole('button', { name: /^Power/ }).click();
    await choices.waitFor({ state: 'detached' });
    await notice(page, 'Linked 1 transaction to Power').waitFor();
    await registerRow(page, /10\/04\/2026, Power/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'View schedule' }).click();
    const linked = editor(page).getByRole('list', { name: 'Linked' }).getByRole('checkbox');
    await linked.first().check();
    await expectAccessible(page);
    await editor(page).getByRole('button', { name: 'Unlink 1 transaction' }).press('Enter');
    await expectFocused(linked.first());
    await linked.nth(1).waitFor({ state: 'detached' });
    await notice(page, /^Unlinked/).waitFor();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await linked.nth(1).waitFor();
    await page.goBack();
    await editor(page).waitFor({ state: 'detached' });
    await registerRow(page, /10\/04\/2026, Power/).waitFor();
    await undo(page);
    await notice(page, 'Undid: Linked 1 transaction to Power').waitFor();
    await undoUntil(page, 'Undo');
    await goToSchedules(page);
    await page.getByRole('heading', { name: 'No schedules' }).waitFor();
  },
);

story('a rule links what is entered to a schedule, which it pays', { from: EMPTY }, async () => {
  await goToSchedules(page);
  await addMonthly(page, { payee: 'Landlord', amount: '850', day: '11/22/2026' });
  await row(page, 'Landlord').getByText('Upcoming').waitFor();
  await page.goto(`${new URL(page.url()).origin}/rules`);
  await page.getByRole('button', { name: 'Create new rule' }).click();
  const rule = page.getByRole('dialog', { name: 'New rule' });
  await rule.getByRole('button', { name: /Field$/ }).click();
  await page.getByRole('option', { name: 'Notes', exact: true }).click();
  await rule.getByLabel('Text', { exact: true }).fill('flat');
  await rule.getByRole('button', { name: /Action$/ }).click();
  await page.getByRole('option', { name: 'Link to schedule' }).click();
  await rule.getByRole('combobox', { name: 'Schedule' }).fill('Land');
  await page.getByRole('option', { name: 'Landlord' }).click();
  await expectAccessible(page);
  await rule.getByRole('button', { name: 'Save' }).click();
  const stored = page.getByRole('row').filter({ hasText: /Notes.*flat/ });
  await stored.getByText('link to the schedule').waitFor();
  await page.getByRole('link', { name: /^Bank, balance/ }).click();
  await page.getByRole('grid', { name: /^Transactions/ }).waitFor();
  await page.keyboard.press('t');
  const form = newTransaction(page);
  await form.getByLabel('Notes').fill('rent of the flat');
  await form.getByRole('textbox', { name: 'Payment' }).fill('870');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await registerRow(page, /-870\.00/).waitFor();
  await goToSchedules(page);
  await row(page, 'Landlord').getByText('Paid').waitFor();
});

story('a window of 1280 px beside the sidebar shows how each schedule repeats', async () => {
  await resize(page, { width: 1280, height: 800 });
  await goToSchedules(page);
  const rhythms = table(page).getByRole('gridcell', { name: /^(Monthly|Weekly|Yearly|Every) / });
  await rhythms.first().waitFor();
  const cut = await rhythms.evaluateAll((cells) =>
    cells
      .filter((cell) =>
        [...cell.querySelectorAll('span')].some((text) => text.scrollWidth > text.clientWidth),
      )
      .map((cell) => cell.textContent),
  );
  assert.deepEqual(cut, []);
});

story('typed text outlives a deletion in another tab, and its undo', async () => {
  const other = await openApp(browser, app);
  await goToSchedules(other);
  await goToSchedules(page);
  await row(page, 'Put aside').getByText('Put aside').dblclick();
  const name = editor(page).getByRole('textbox', { name: 'Name' });
  await name.fill('Put aside for the roof');
  await row(other, 'Put aside').getByText('Put aside').click();
  await other.keyboard.press('d');
  const gone = editor(page).getByText('This schedule was deleted in the meantime.');
  await gone.waitFor();
  await expectAccessible(page);
  await undo(other);
  await gone.waitFor({ state: 'detached' });
  assert.equal(await name.inputValue(), 'Put aside for the roof');
  await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
  await row(other, 'Put aside for the roof').waitFor();
});

story('the key help names the screen and the panel that a key belongs to', async () => {
  const help = (heading) =>
    page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
  await goToSchedules(page);
  await page.keyboard.press('?');
  await help('On this screen').getByText('Add new schedule').waitFor();
  await help('In the grid').getByText('In the last column: Row menu').waitFor();
  assert.equal(await help('Accounts').count(), 0);
  await page.keyboard.press('Escape');
});

story("the browser's Back asks before a changed schedule is left", async () => {
  await goToSchedules(page);
  await row(page, 'Rent').getByText('Rent').dblclick();
  const name = editor(page).getByRole('textbox', { name: 'Name' });
  await name.fill('Flat');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await name.inputValue(), 'Flat');
  await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
  await editor(page).waitFor({ state: 'detached' });
  await row(page, 'Flat').getByText('Flat').dblclick();
  await name.fill('House');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await editor(page).waitFor({ state: 'detached' });
  await row(page, 'Flat').waitFor();
});

story('a layer that is opened by its address has the list below it', async () => {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/schedule/edit`);
  await editor(page).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await editor(page).waitFor({ state: 'detached' });
  await table(page).waitFor();
  await page.waitForURL('**/schedules');
});

story('what is coming in a month is said with the lowest balances', async () => {
  await page.getByRole('button', { name: 'November 2026 actions' }).click();
  await page.getByRole('menuitem', { name: 'What is coming' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is coming in November 2026' });
  const lowest = dialog.getByRole('button', { name: /^Lowest ahead/ }).first();
  await lowest.waitFor();
  await expectAccessible(page);
  await lowest.click();
  await page
    .getByRole('dialog', { name: /^Lowest ahead/ })
    .getByText('Balance today')
    .waitFor();
  await expectAccessible(page);
});

story('on a phone schedules are cards', { width: 400, height: 800 }, async () => {
  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('link', { name: 'Schedules' })
    .click();
  await row(page, 'Rent').waitFor();
  const gap = await row(page, 'Rent').evaluate((line) => {
    const cell = line.querySelector('[data-col=payee]');
    return cell.firstElementChild.getBoundingClientRect().left - cell.getBoundingClientRect().left;
  });
  assert.ok(gap >= 8, 'the ring of the focus keeps clear of the words');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add new schedule' }).click();
  await editor(page).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await editor(page)
    .getByRole('button', { name: /^Every month/ })
    .click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await editor(page).waitFor({ state: 'detached' });
  await row(page, 'Rent').getByText('Rent', { exact: true }).click();
  await editor(page).waitFor();
  await expectAccessible(page);
});
