// Goals in the note of a category: added by a form, explained in words, applied to a month.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudgetWith } from '../support/starts.mjs';
import {
  budgetCell,
  budgetRow,
  cellText,
  expectAccessible,
  expectCell,
  expectFocused,
  expectNoSidewaysScroll,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
let page;

const withTemplates = demoBudgetWith((call) =>
  call('save-prefs', { 'flags.goalTemplatesEnabled': true }),
);
const story = storiesFrom(withTemplates, { isReal: true }, (stage) => {
  ({ page } = stage);
});

const dialog = () => page.getByRole('dialog', { name: 'Note for Rent' });
const note = () => dialog().getByRole('textbox', { name: 'Note for Rent' });
const goals = () => dialog().getByRole('region', { name: 'Goals' });
const form = () => page.getByRole('dialog', { name: 'Goal for Rent' });
const addGoal = () => dialog().getByRole('button', { name: 'Add a goal' });

/** Chooses from the menu of a cell. */
async function choose(cell, item) {
  await cell.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
}

async function openNote() {
  await choose(budgetRow(page, 'Rent').getByRole('rowheader'), 'Note');
  await expectFocused(note());
  await addGoal().waitFor();
}

/** Chooses the kind of goal in a form that was just opened, and goes to its first field. */
async function chooseKind(letters) {
  const kind = form().getByRole('button', { name: /Kind of goal/ });
  await expectFocused(kind);
  await page.keyboard.type(letters);
  await page.keyboard.press('Tab');
}

story('a goal is written by a form, applied and undone, by keyboard', async () => {
  const before = await cellText(page, 'Rent', 'Budgeted', MONTH);
  await openNote();
  await page.keyboard.press('Tab');
  await expectFocused(addGoal());
  await page.keyboard.press('Enter');
  await chooseKind('a fixed');
  await page.keyboard.type('60');
  await form().getByText(`60.00 in ${MONTH}`).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expectFocused(addGoal());
  await goals().getByText('Budget 60.00 each month.').waitFor();
  await goals().getByText(`To budget in ${MONTH}`).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expectFocused(budgetRow(page, 'Rent').getByRole('rowheader'));
  await choose(budgetCell(page, 'Rent', 'Budgeted', MONTH), 'Apply budget template');
  await expectCell(page, 'Rent', 'Budgeted', MONTH, '60.00');
  await page.getByRole('img', { name: 'Goal 60.00, Funded' }).waitFor();
  await undo(page);
  await expectCell(page, 'Rent', 'Budgeted', MONTH, before);
});

story('typed lines are explained in words, a faulty one by its number', async () => {
  await openNote();
  await page.keyboard.type('Gym\n#template 600 by 2027-04\n#template fo');
  await goals().getByText('Save 600.00 by April 2027.').waitFor();
  await goals().getByText('Line 3:').waitFor();
  await goals()
    .getByText(/^The budget stays as it is/)
    .waitFor();
  await expectAccessible(page);
  await goals().getByRole('button', { name: 'Remove: #template fo' }).press('Enter');
  await expectFocused(addGoal());
  await goals().getByText(`To budget in ${MONTH}`).waitFor();
  assert.equal(await note().inputValue(), 'Gym\n#template 600 by 2027-04');
});

story('Escape closes the form first, and the goal is as it was', async () => {
  await openNote();
  await page.keyboard.type('#template 50');
  const edit = goals().getByRole('button', { name: 'Edit: Budget 50.00 each month.' });
  await edit.press('Enter');
  await chooseKind('fill');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await form().waitFor({ state: 'detached' });
  await expectFocused(edit);
  assert.equal(await note().inputValue(), '#template 50');
});

const phone = { width: 400, height: 800, isTouched: true };

story('a goal is added by touch on a phone', phone, async () => {
  await budgetRow(page, 'Rent').getByRole('rowheader').tap();
  await page.getByRole('button', { name: 'Note', exact: true }).tap();
  await addGoal().tap();
  await form()
    .getByRole('button', { name: /Kind of goal/ })
    .tap();
  await page.getByRole('option', { name: 'Save an amount by a month' }).tap();
  await form().getByLabel('Amount', { exact: true }).fill('1300');
  await form().getByText(`100.00 in ${MONTH}`).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await form().getByRole('button', { name: 'Add', exact: true }).tap();
  await goals().getByText('Save 1,300.00 by November 2027.').waitFor();
  await expectAccessible(page);
  await dialog().getByRole('button', { name: 'Close' }).tap();
  await dialog().waitFor({ state: 'detached' });
  await budgetRow(page, 'Rent').getByRole('rowheader').tap();
  await page.getByRole('button', { name: 'Note', exact: true }).tap();
  await goals().getByText('Save 1,300.00 by November 2027.').waitFor();
});
