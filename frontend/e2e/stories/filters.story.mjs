import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  budgetGrid,
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  notice,
  openPalette,
  openRegister,
  registerGrid,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let page;

const size = { width: 1440, height: 900 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ page } = stage);
});

const search = () => page.getByRole('searchbox', { name: 'Search' });
const chips = () => page.getByRole('toolbar', { name: 'Filters' });

/** Opens the builder for a field by keyboard alone. */
async function filterBy(field) {
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: field, exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Filter by ${field.toLowerCase()}` });
  await dialog.waitFor();
  return dialog;
}

async function expectRows(count) {
  await page.waitForFunction(
    (rows) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === rows,
    String(count + 1),
  );
}

story('the slash leads to the search, which finds words, days and amounts', async () => {
  await openRegister(page, 'All accounts');
  await page.keyboard.press('/');
  await search().and(page.locator(':focus')).waitFor();
  await page.keyboard.type('smile dental');
  await registerRow(page, /Smile Dental Practice, Medical, -186\.00/).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('212.40');
  await registerRow(page, /Golden Grill, Restaurants, -212\.40/).waitFor();
  await expectRows(1);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('212,4');
  await registerRow(page, /Golden Grill/).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('11/29');
  await registerRow(page, /^11\/29\/2026/).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('no such words');
  await page.getByText('0 transactions found').first().waitFor();
  await page.getByText('Nothing matches').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  assert.equal(await search().inputValue(), '');
  await registerRow(page, /Smile Dental Practice/).waitFor();
});

story('a list without matches leads back to all of them by a press', async () => {
  await openRegister(page, 'All accounts');
  await search().fill('no such words');
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await registerRow(page, /Smile Dental Practice/).waitFor();
  assert.equal(await search().inputValue(), '');
});

story('the palette leads to a payee and to what is searched for', async () => {
  await openRegister(page, 'All accounts');
  await openPalette(page);
  await page.keyboard.type('golden gr');
  await page.getByRole('option', { name: 'Golden Grill' }).waitFor();
  await page.keyboard.press('Enter');
  const chip = chips().getByRole('button', { name: 'Payee is Golden Grill, edit' });
  await chip.waitFor();
  await registerRow(page, /Golden Grill/).waitFor();
  await openPalette(page);
  await page.keyboard.type('212.40');
  await page.getByRole('option', { name: 'Search transactions for 212.40' }).waitFor();
  await page.keyboard.press('Enter');
  await search().and(page.locator('[value="212.40"]')).waitFor();
  await registerRow(page, /Golden Grill, Restaurants, -212\.40/).waitFor();
  await expectRows(1);
  await openRegister(page, 'All accounts');
  await search().and(page.locator('[value=""]')).waitFor();
});

story('a filter is built by keyboard, edited and removed', async () => {
  await openRegister(page, 'All accounts');
  const builder = await filterBy('Category');
  await expectFocused(builder.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.type('restau');
  await page.getByRole('option', { name: 'Restaurants' }).waitFor();
  await page.keyboard.press('Enter');
  const chip = chips().getByRole('button', { name: 'Category is Restaurants, edit' });
  await chip.waitFor();
  await registerRow(page, /Golden Grill, Restaurants/).waitFor();
  await expectFocusNotLost(page);
  await chip.click();
  const dialog = page.getByRole('dialog', { name: 'Filter by category' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'is not', exact: true }).check({ force: true });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const edited = chips().getByRole('button', { name: 'Category is not Restaurants, edit' });
  await edited.waitFor();
  await edited.focus();
  await page.keyboard.press('Backspace');
  await chips().waitFor({ state: 'detached' });
});

story('what the backend finds wrong is told in the builder', async () => {
  await openRegister(page, 'All accounts');
  const dialog = await filterBy('Amount');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByRole('alert').getByText('Amount: Value cannot be empty').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

/** Narrows the list to large amounts of this month. */
async function filterLarge() {
  await openRegister(page, 'All accounts');
  const dialog = await filterBy('Outflow');
  await dialog.getByRole('radio', { name: 'is at least' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('180+5');
  await page.keyboard.press('Enter');
  await chips().getByRole('button', { name: 'Outflow is at least 185.00, edit' }).waitFor();
  const date = await filterBy('Date');
  await date.getByRole('button', { name: 'This month' }).click();
  await chips().getByText('Date: this month').waitFor();
  await registerRow(page, /Smile Dental Practice/).waitFor();
}

story('amounts and ranges of days narrow the list together', async () => {
  await filterLarge();
});

story('filters are saved, come back from the menu and go again', async () => {
  await filterLarge();
  await chips().getByRole('button', { name: 'Save filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save filter' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Large this month');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await chips().getByRole('button', { name: 'Saved filter Large this month' }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await chips().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Saved filter Large this month' }).click();
  await chips().getByRole('button', { name: 'Outflow is at least 185.00, edit' }).waitFor();
  await chips().getByRole('button', { name: 'Saved filter Large this month' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await notice(page, 'Deleted filter Large this month').waitFor();
  await chips().getByRole('button', { name: 'Save filter' }).waitFor();
  await undo(page);
  await chips().getByRole('button', { name: 'Saved filter Large this month' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await chips().waitFor({ state: 'detached' });
});

story('a spent amount of the budget shows its transactions, and Back leads back', async () => {
  const spent = page.getByRole('link', {
    name: /^Spent November 2026 -[\d,.]+, show transactions$/,
  });
  await spent.first().click();
  await registerGrid(page).waitFor();
  await page.getByRole('heading', { level: 1, name: / in November 2026$/ }).waitFor();
  await chips()
    .getByRole('button', { name: /^Category is .+, edit$/ })
    .waitFor();
  await chips().getByRole('button', { name: 'Date is November 2026, edit' }).waitFor();
  await registerRow(page, /^11\/\d\d\/2026/).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await budgetGrid(page).waitFor();
});

story('going back and a reload keep what was searched for and sorted by', async () => {
  await openRegister(page, 'All accounts');
  await search().fill('corner grill');
  // The head moves up when the search takes what is coming away.
  await page.getByText(/^\d+ transactions found$/).waitFor();
  await page.getByRole('columnheader', { name: 'Payment' }).click();
  const isShown = () =>
    page.waitForFunction(() => {
      const first = document.querySelector('[role=grid] [data-row-id]')?.getAttribute('aria-label');
      const sorted = document.querySelector('[role=columnheader][data-col=payment]');
      return /Corner Grill/.test(first ?? '') && sorted?.getAttribute('aria-sort') === 'descending';
    });
  await isShown();
  await openRegister(page, 'Cash');
  assert.equal(await search().inputValue(), '');
  for (const way of ['goBack', 'reload']) {
    await page[way]();
    await isShown();
    assert.equal(await search().inputValue(), 'corner grill');
  }
});
