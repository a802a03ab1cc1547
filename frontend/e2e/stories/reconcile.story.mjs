import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  notice,
  openRegister,
  registerGrid,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let page;

const size = { width: 1440, height: 900 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, async (stage) => {
  ({ page } = stage);
  await openRegister(page, 'Checking');
});

const bar = () => page.getByRole('region', { name: 'Reconciliation' });

/** Starts with what the bank says, relative to what is cleared. */
async function start(change) {
  await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Bank balance' });
  // Its amount is selected as it gets the keyboard, and would be typed over.
  await expectFocused(field);
  const cleared = await field.inputValue();
  await page.keyboard.press('End');
  await page.keyboard.type(change);
  await page.keyboard.press('Enter');
  await bar().waitFor();
  return cleared;
}

/** Starts with a bank that has less by what is not cleared yet; waits for the list of that. */
async function startWithDifference() {
  await start('-46.68');
  await bar().getByText('-46.68', { exact: true }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '4',
  );
  // The next key is for the list.
  await page.waitForFunction(() => document.activeElement?.closest('[role=grid]'));
}

const farmStand = () => registerRow(page, /Farm Stand Lakeview, Groceries, -34\.18/);

/** Has the difference explained, and clears what explains it; `look` sees the explanation. */
async function clearDifference({ look } = {}) {
  await bar().getByRole('button', { name: 'Explain difference' }).click();
  const guess = bar().getByRole('list', { name: 'Explanations' }).getByRole('listitem').first();
  await guess.getByText('Farm Stand Lakeview').waitFor();
  await look?.();
  await guess.getByRole('button', { name: 'Mark cleared' }).click();
  await bar().getByText('All reconciled!').waitFor();
}

story('a difference shows at once, with what is not cleared yet', async () => {
  await startWithDifference();
  await expectAccessible(page);
});

story('the difference is explained, and one press takes it away', async () => {
  await startWithDifference();
  await clearDifference({ look: () => expectAccessible(page) });
});

story('Space and L tick off the focused row without leaving the list', async () => {
  await startWithDifference();
  await clearDifference();
  await bar().getByRole('switch', { name: 'Uncleared only' }).uncheck({ force: true });
  const cleared = (pressed) => farmStand().getByRole('button', { name: 'Cleared', pressed });
  await cleared(true).waitFor();
  await farmStand()
    .getByRole('gridcell', { name: /^Payee/ })
    .focus();
  await page.keyboard.press('Space');
  await cleared(false).waitFor();
  await expectFocusNotLost(page);
  await page.keyboard.press('l');
  await cleared(true).waitFor();
  await bar().getByText('All reconciled!').waitFor();
});

story('being done locks what agrees with the bank, which asks before it is changed', async () => {
  await startWithDifference();
  await clearDifference();
  await bar().getByRole('button', { name: 'Done Reconciling' }).click();
  await bar().waitFor({ state: 'detached' });
  await notice(page, 'Reconciled Checking').waitFor();
  await farmStand().getByRole('button', { name: 'Cleared, reconciled' }).waitFor();
  await farmStand().getByRole('gridcell', { name: 'Category' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Unlock transaction' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

story('a difference that stays is settled by a transaction, and undone', async () => {
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
