import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, real } from '../support/stage.mjs';
import {
  expectAccessible,
  expectFocusNotLost,
  notice,
  openDemo,
  openRegister,
  registerGrid,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let browser;
let page;

openStage(
  async (stage) => {
    ({ browser, page } = stage);
    await openDemo(page);
    await openRegister(page, 'Checking');
  },
  { isReal: true, width: 1440, height: 900 },
);

const bar = () => page.getByRole('region', { name: 'Reconciliation' });

/** Starts with what the bank says, relative to what is cleared. */
async function start(change) {
  await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Bank balance' });
  const cleared = await field.inputValue();
  await page.keyboard.press('End');
  await page.keyboard.type(change);
  await page.keyboard.press('Enter');
  await bar().waitFor();
  return cleared;
}

test('a difference shows at once, with what is not cleared yet', real, async () => {
  await start('-46.68');
  await bar().getByText('-46.68', { exact: true }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '4',
  );
  // The next key is for the list.
  await page.waitForFunction(() => document.activeElement?.closest('[role=grid]'));
  await expectAccessible(page);
});

test('the difference is explained, and one press takes it away', real, async () => {
  await bar().getByRole('button', { name: 'Explain difference' }).click();
  const guess = bar().getByRole('list', { name: 'Explanations' }).getByRole('listitem').first();
  await guess.getByText('Farm Stand Lakeview').waitFor();
  await expectAccessible(page);
  await guess.getByRole('button', { name: 'Mark cleared' }).click();
  await bar().getByText('All reconciled!').waitFor();
});

test('Space and L tick off the focused row without leaving the list', real, async () => {
  await bar().getByRole('switch', { name: 'Uncleared only' }).uncheck({ force: true });
  const row = registerRow(page, /Farm Stand Lakeview, Groceries, -34\.18/);
  await row.getByRole('gridcell', { name: /^Payee/ }).focus();
  await page.keyboard.press('Space');
  await row.getByRole('button', { name: 'Cleared', pressed: false }).waitFor();
  await expectFocusNotLost(page);
  await page.keyboard.press('l');
  await row.getByRole('button', { name: 'Cleared', pressed: true }).waitFor();
  await bar().getByText('All reconciled!').waitFor();
});

test('being done locks what agrees with the bank', real, async () => {
  await bar().getByRole('button', { name: 'Done Reconciling' }).click();
  await bar().waitFor({ state: 'detached' });
  await notice(page, 'Reconciled Checking').waitFor();
  const row = registerRow(page, /Farm Stand Lakeview, Groceries, -34\.18/);
  await row.getByRole('button', { name: 'Cleared, reconciled' }).waitFor();
});

test('a locked transaction asks before it is changed', real, async () => {
  const row = registerRow(page, /Farm Stand Lakeview, Groceries, -34\.18/);
  await row.getByRole('gridcell', { name: 'Category' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Unlock transaction' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a difference that stays is settled by a transaction, and undone', real, async () => {
  await start('+5');
  await bar().getByText('+5.00', { exact: true }).waitFor();
  await bar().getByRole('button', { name: 'Create Reconciliation Transaction' }).click();
  await bar().getByText('All reconciled!').waitFor();
  await bar().getByRole('switch', { name: 'Uncleared only' }).uncheck({ force: true });
  await registerGrid(page).getByText('Reconciliation balance adjustment').first().waitFor();
  await page.getByRole('button', { name: 'Theme' }).focus();
  await undo(page);
  await notice(page, 'Undid: Adjusted the balance of Checking').waitFor();
  await bar().getByText('+5.00', { exact: true }).waitFor();
  await bar().getByRole('button', { name: 'Done Reconciling' }).click();
  await bar().waitFor({ state: 'detached' });
});

test('no page reported a fault', real, () => assert.deepEqual(browser.faults, []));
