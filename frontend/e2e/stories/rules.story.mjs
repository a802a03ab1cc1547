import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, demoBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  newTransaction,
  notice,
  openApp,
  openRegister,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ app, browser, page } = stage);
  await page.goto(`${new URL(page.url()).origin}/rules`);
  await table(page).locator('[data-row-id]').first().waitFor();
});

const table = (tab) => tab.getByRole('grid', { name: 'Rules' });
/** The row of a rule by some words of its sentence. */
const row = (tab, words) => table(tab).getByRole('row').filter({ hasText: words });
const editor = (tab) => tab.getByRole('dialog', { name: /^(New rule|Rule)$/ });

async function secondTab() {
  const other = await openApp(browser, app);
  await other.goto(`${new URL(other.url()).origin}/rules`);
  await table(other).locator('[data-row-id]').first().waitFor();
  return other;
}

async function chooseCategory(tab, name) {
  await editor(tab).getByLabel('Category', { exact: true }).click();
  await tab.keyboard.type(name);
  await tab.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
  await tab.keyboard.press('Enter');
}

async function create(tab, text) {
  await tab.getByRole('button', { name: 'Create new rule' }).click();
  await editor(tab).getByLabel('Text', { exact: true }).fill(text);
  await chooseCategory(tab, 'Groceries');
  await editor(tab).getByRole('button', { name: 'Save' }).click();
  await editor(tab).waitFor({ state: 'detached' });
}

story('the table shows rules as sentences, is accessible and can be searched', async () => {
  await row(page, 'Palace Cinema').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('/');
  await expectFocused(page.getByRole('searchbox', { name: 'Filter rules' }));
  await page.keyboard.type('palace');
  await row(page, 'Homeworks').waitFor({ state: 'detached' });
  await row(page, 'Palace Cinema').waitFor();
});

story('a new rule is seen in another tab, edited, deleted and brought back', async () => {
  const other = await secondTab();
  await create(page, 'corner dairy');
  await notice(page, 'Added a rule').waitFor();
  await row(other, /“corner dairy”.*set Category to Groceries/).waitFor();
  await row(page, 'corner dairy').getByText('Edit', { exact: true }).click();
  await expectAccessible(page);
  await editor(page).getByLabel('Text', { exact: true }).fill('harbour dairy');
  await editor(page).getByText('Post', { exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await row(page, 'harbour dairy').getByText('Post', { exact: true }).waitFor();
  await other.getByRole('searchbox', { name: 'Filter rules' }).fill('harbour');
  await row(other, 'harbour dairy').getByText('Post', { exact: true }).waitFor();
  await row(page, 'harbour dairy').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete 1 rule' }).click();
  await notice(page, 'Deleted 1 rule').waitFor();
  await row(other, 'harbour dairy').waitFor({ state: 'detached' });
  await undo(page);
  await row(other, 'harbour dairy').waitFor();
});

story('a rule fills in the form of a new transaction while it is typed', async () => {
  await row(page, /Palace Cinema.*set Category to Going Out/).waitFor();
  await openRegister(page, 'Checking');
  await page.keyboard.press('t');
  const form = newTransaction(page);
  await expectFocused(form.getByLabel('Date'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Palace Cin');
  await page.getByRole('option', { name: /^Palace Cinema/ }).waitFor();
  await page.keyboard.press('Tab');
  const category = await form.getByLabel('Category').elementHandle();
  await page.waitForFunction((field) => field.value === 'Going Out', category);
});

story('what cannot be saved says why beside its field', async () => {
  await page.getByRole('button', { name: 'Create new rule' }).click();
  await editor(page).getByRole('button', { name: 'Save' }).click();
  const alerts = editor(page).getByRole('alert');
  await alerts.nth(1).waitFor();
  assert.deepEqual(await alerts.allTextContents(), [
    'Value cannot be empty',
    'Value cannot be empty',
  ]);
  await expectAccessible(page);
  await editor(page).getByLabel('Text', { exact: true }).fill('corner');
  await chooseCategory(page, 'Groceries');
  await editor(page).getByRole('button', { name: 'Split off a line' }).click();
  await editor(page).getByRole('button', { name: 'A fixed amount' }).click();
  await page.getByRole('option', { name: 'A percentage of the rest' }).click();
  await editor(page).getByRole('textbox', { name: 'Percent' }).fill('many');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await editor(page).getByText('Value must be a number').waitFor();
  await editor(page).getByRole('textbox', { name: 'Percent' }).fill('33,5');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await row(page, 'line 1: split off 33.5%').waitFor();
});

story('a rule is tried while it is typed, and applied to what it would have changed', async () => {
  const other = await secondTab();
  await page.getByRole('button', { name: 'Create new rule' }).click();
  const tried = editor(page).getByRole('region', { name: 'What this rule would have done' });
  await tried.getByText('Complete the rule to see what it would have done.').waitFor();
  await chooseCategory(page, 'Groceries');
  await editor(page).getByLabel('Text', { exact: true }).fill('no such text');
  await tried.getByText(/^None of the last [\d,]+ transactions meets the conditions\.$/).waitFor();
  await editor(page)
    .getByRole('button', { name: /^Imported payee/ })
    .click();
  await page.getByRole('option', { name: 'Notes', exact: true }).click();
  await editor(page).getByLabel('Text', { exact: true }).fill('a');
  await tried.getByText(/^Would have changed [\d,]+ of the last [\d,]+ transactions$/).waitFor();
  await expectAccessible(page);
  const count = async () => {
    const name = await tried.getByRole('button', { name: /^Apply actions/ }).textContent();
    return Number(name.replace(/\D/g, ''));
  };
  const before = await count();
  await tried.getByRole('checkbox').first().click();
  await tried.getByRole('button', { name: `Apply actions (${before - 1})` }).click();
  await notice(page, /^Applied actions to/).waitFor();
  await tried.getByRole('button', { name: 'Apply actions (1)' }).waitFor({ state: 'detached' });
  await tried.getByText(/^Would have changed 1 of/).waitFor();
  await tried.getByRole('checkbox').first().click();
  await tried.getByRole('button', { name: 'Apply actions (1)' }).press('Enter');
  await expectFocused(tried.getByText(/already have what the rule sets/));
  await other.keyboard.press('ControlOrMeta+z');
});

story('a rule is made from a transaction in four steps', async () => {
  await page.goto(`${new URL(page.url()).origin}/accounts`);
  const transactions = page.getByRole('grid', { name: /^Transactions/ });
  const groceries = transactions.getByRole('row').filter({ hasText: 'Groceries' }).first();
  await groceries.locator('[data-col=payee]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Create rule/ }).click();
  const payee = (await groceries.locator('[data-col=payee]').textContent()).trim();
  await editor(page)
    .getByText(/already (has|have) what the rule sets|^Would have changed/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await notice(page, 'Added a rule').waitFor();
  await groceries.locator('[data-col=payee]').waitFor();
  await page.goto(`${new URL(page.url()).origin}/rules`);
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill(payee);
  await row(page, /set Category to Groceries/).waitFor();
});

story('lines of a rule that are removed by keyboard leave the focus beside them', async () => {
  await page.getByRole('button', { name: 'Create new rule' }).click();
  await editor(page).getByLabel('Text', { exact: true }).fill('dairy');
  const add = (name) => editor(page).getByRole('button', { name, exact: true });
  await add('Add condition').click();
  await add('Add condition').click();
  await editor(page).getByRole('group', { name: 'Condition 3' }).waitFor();
  const remove = (kind) => editor(page).getByRole('button', { name: `Remove ${kind}` });
  await remove('condition').nth(1).focus();
  await page.keyboard.press('Enter');
  await expectFocused(remove('condition').nth(1));
  await page.keyboard.press('Enter');
  await expectFocused(remove('condition').nth(0));
  await page.keyboard.press('Enter');
  await expectFocused(add('Add condition'));
  await remove('action').focus();
  await page.keyboard.press('Enter');
  await expectFocused(add('Add action'));
  await editor(page).waitFor();
});

story('a rule of a schedule stays, and says so', async () => {
  const ofSchedule = row(page, 'link to the schedule').first();
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill('link to the schedule');
  await ofSchedule.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete 1 rule' }).click();
  const alert = page.getByRole('alertdialog');
  await alert
    .getByText('Some rules were not deleted because they are linked to schedules.')
    .waitFor();
  await alert.getByRole('button', { name: 'OK' }).click();
  await ofSchedule.waitFor();
});

story('a payee leads to its rules, and a new one is about the payee', async () => {
  await page.getByRole('link', { name: 'Payees', exact: true }).click();
  const payee = page.getByRole('row', { name: 'Bike Share', exact: true });
  await payee.hover();
  await payee.getByText('Create rule', { exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Rules for Bike Share' });
  await list.getByText('No rule mentions Bike Share yet').waitFor();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Create new rule' }).click();
  await chooseCategory(page, 'Groceries');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await row(list, 'Bike Share').waitFor();
  await list.getByRole('button', { name: 'Close' }).click();
  await payee.getByText('1 associated rule', { exact: true }).waitFor();
});

/** What is missing from a new rule is said where it can be seen. */
async function expectErrorInView() {
  await page.getByRole('button', { name: 'Create new rule' }).click();
  await editor(page).getByLabel('Text', { exact: true }).fill('market');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  const alert = await editor(page).getByRole('alert').boundingBox();
  const foot = await editor(page).getByRole('button', { name: 'Save' }).boundingBox();
  assert.ok(alert.y + alert.height <= foot.y, 'the error is hidden');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await editor(page).waitFor({ state: 'detached' });
}

story('a phone selects rules and opens them in a page of their own', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await expectNoSidewaysScroll(page);
  await row(page, 'moonstr').getByText('Moonstream').click();
  await editor(page).getByLabel('Text', { exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Cancel' }).click();
  await expectErrorInView();
  await row(page, 'moonstr').getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Duplicate' }).waitFor();
});

/** The demo with a rule whose second line has an action that the editor cannot build. */
const formulaRule = demoBudgetWith(async (send) => {
  await send('rule-add', {
    stage: null,
    conditionsOp: 'and',
    conditions: [{ op: 'contains', field: 'imported_payee', value: 'harbour' }],
    actions: [
      { op: 'set-split-amount', value: 2000, options: { splitIndex: 1, method: 'fixed-amount' } },
      { op: 'set-split-amount', value: null, options: { splitIndex: 2, method: 'remainder' } },
      {
        ...{ op: 'set', field: 'notes', value: '' },
        options: { splitIndex: 2, formula: '="Lunch with " & payee_name' },
      },
    ],
  });
});

story(
  'on a phone the parts of a split line stand below each other',
  { from: formulaRule },
  async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await row(page, 'harbour').getByText('harbour').click();
    const inLine = (number) => editor(page).getByRole('group', { name: `Line ${number}` });
    const box = (place) => place.boundingBox();
    const method = await box(inLine(1).getByRole('button', { name: /Split off/ }));
    const amount = await box(inLine(1).getByRole('textbox', { name: 'Amount' }));
    assert.ok(Math.abs(method.x + method.width - amount.x - amount.width) < 2);
    const words = await box(inLine(2).getByText(/^set Notes to the formula/));
    const remove = await box(inLine(2).getByRole('button', { name: 'Remove action' }));
    assert.ok(words.x + words.width <= remove.x);
  },
);
