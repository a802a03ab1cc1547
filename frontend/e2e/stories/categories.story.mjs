import assert from 'node:assert/strict';
import { real, storiesFrom } from '../support/stage.mjs';
import { newBudget, newBudgetWith } from '../support/starts.mjs';
import {
  budgetCell,
  budgetRow,
  editBudgeted,
  expectCell,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  goToBudget,
  openApp,
  rest,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
let app;
let browser;
let page;

/** A group with two categories. */
const pets = newBudgetWith(async (send) => {
  const groupId = await send('category-group-create', { name: 'Pets' });
  await send('category-create', { name: 'Vet', groupId });
  await send('category-create', { name: 'Fodder', groupId });
});

const story = storiesFrom(pets, { width: 1440, height: 900 }, async (stage) => {
  ({ app, browser, page } = stage);
  if (process.env.SOBRE_FAKE) await addPets();
});

const nameOf = (name, where = page) => budgetRow(where, name).getByRole('rowheader');

async function addGroup(name) {
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('textbox', { name: 'New group name' }).fill(name);
  await page.keyboard.press('Enter');
  await budgetRow(page, name).waitFor();
}

async function addCategory(group, name) {
  await chooseInRowMenu(group, 'Add category');
  await page.getByRole('textbox', { name: 'New category name' }).fill(name);
  await page.keyboard.press('Enter');
  await budgetRow(page, name).waitFor();
}

async function chooseInRowMenu(name, item) {
  await nameOf(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function addPets() {
  await addGroup('Pets');
  await addCategory('Pets', 'Vet');
  await addCategory('Pets', 'Fodder');
}

const EMPTY = { from: newBudget };

story(
  'a group and its categories are added where they belong, without a dialog',
  EMPTY,
  async () => {
    await addPets();
    await expectFocusNotLost(page);
    await expectCell(page, 'Fodder', 'Budgeted', MONTH, '0.00');
  },
);

story('an empty name is discarded', async () => {
  await chooseInRowMenu('Pets', 'Add category');
  const field = page.getByRole('textbox', { name: 'New category name' });
  await field.press('Enter');
  await field.waitFor({ state: 'detached' });
});

story('F2 renames, and undo brings the old name back', async () => {
  await nameOf('Vet').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Vet' }).fill('Doctor');
  await page.keyboard.press('Enter');
  await budgetRow(page, 'Doctor').waitFor();
  await undo(page);
  await budgetRow(page, 'Vet').waitFor();
});

story('Alt+Shift and an arrow move a category, and the focus goes with it', async () => {
  await nameOf('Vet').focus();
  const place = Number(await budgetRow(page, 'Vet').getAttribute('aria-posinset'));
  await page.keyboard.press(place === 1 ? 'Alt+Shift+ArrowDown' : 'Alt+Shift+ArrowUp');
  const moved = `[role=row][aria-posinset="${3 - place}"]`;
  await page.locator(moved, { has: page.getByRole('rowheader', { name: 'Vet' }) }).waitFor();
  await expectFocusNotLost(page);
});

/** In the page: the names of the rows from the top. */
const readNames = () =>
  [...document.querySelectorAll('[role=rowheader][aria-label]')]
    .map((header) => [header.getBoundingClientRect().top, header.getAttribute('aria-label')])
    .sort(([a], [b]) => a - b)
    .map(([, label]) => label.split(',')[0]);

const rowNames = () => page.evaluate(readNames);

/** Waits until the names are as `test` wants them, for at most so many frames. */
async function expectNames(test, frames = 300) {
  const names = await rowNames();
  if (test(names)) return;
  assert.ok(frames > 0, `the rows are ${names}`);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expectNames(test, frames - 1);
}

/** Drags a row by its name to a place in another row, from 0 at its top to 1; `end` lets go. */
async function drag(name, other, place, end = () => page.mouse.up()) {
  await rest(page);
  const [from, to] = [await nameOf(name).boundingBox(), await nameOf(other).boundingBox()];
  const x = from.x + 60;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, from.y + from.height / 2 + 8, { steps: 2 });
  await page.mouse.move(x, to.y + to.height * place, { steps: 6 });
  await end();
}

story(
  'categories and groups are dragged to their place, and Escape leaves them',
  real,
  async () => {
    await nameOf('Vet').waitFor();
    const before = await rowNames();
    await drag('Vet', 'Fodder', 0.2, async () => {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    assert.deepEqual(await rowNames(), before);
    const [group, category] = before;
    for (const [name, onto] of [
      ['Vet', category],
      ['Pets', group],
    ]) {
      await drag(name, onto, 0.2);
      await expectNames((names) => names[before.indexOf(onto)] === name);
      await page.getByRole('button', { name: 'Theme' }).focus();
      await undo(page);
      await expectNames((names) => names.join() === before.join());
    }
  },
);

story('a hidden category leaves the table until hidden ones are shown', async () => {
  await chooseInRowMenu('Fodder', 'Hide');
  await nameOf('Fodder').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show hidden' }).click();
  await chooseInRowMenu('Fodder', 'Show');
  await page.getByRole('rowheader', { name: 'Fodder', exact: true }).waitFor();
});

story('a closed group hides its rows, and Enter steps over them', async () => {
  await nameOf('Pets').focus();
  await page.keyboard.press('ArrowLeft');
  await nameOf('Vet').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await budgetRow(page, 'Vet').waitFor();
});

story('overspending can be told to roll over', async () => {
  await budgetCell(page, 'Vet', 'Balance', MONTH).click();
  await page.getByRole('menuitem', { name: 'Carry negative balance to next month' }).click();
  await page.getByRole('rowheader', { name: 'Vet, rolls overspending over' }).waitFor();
  await expectFocusNotLost(page);
});

/** Writes a note for Vet, whose button then stands in its row. */
async function noteVet() {
  await chooseInRowMenu('Vet', 'Note');
  await page.getByRole('textbox', { name: 'Note for Vet' }).fill('Every spring');
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader', { name: /^Vet, has note/ }).waitFor();
}

story('a note is kept and marks its row', async () => {
  await noteVet();
});

story('the buttons of a row stay in their places when the pointer comes near', async () => {
  await noteVet();
  const note = page.getByRole('button', { name: 'Note for Vet' });
  await page.mouse.move(0, 0);
  const before = await note.boundingBox();
  await note.hover();
  assert.deepEqual(await note.boundingBox(), before);
});

story('a category moved to the next group by keyboard stays in view', async () => {
  const row = page.getByRole('rowheader', { name: /^Vet/ });
  const size = page.viewportSize();
  await page.setViewportSize({ width: size.width, height: 520 });
  for (const key of ['ArrowLeft', 'ArrowRight']) {
    await row.focus();
    await page.keyboard.press(`Alt+Shift+${key}`);
    await page.waitForFunction(() => {
      const box = document.activeElement.getBoundingClientRect();
      const isVet = document.activeElement.getAttribute('aria-label')?.startsWith('Vet');
      return isVet && box.top >= 0 && box.bottom <= innerHeight;
    });
  }
});

story('an unused category is deleted at once, and undo brings it back', async () => {
  await chooseInRowMenu('Fodder', 'Delete');
  await nameOf('Fodder').waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
  await undo(page);
  await budgetRow(page, 'Fodder').waitFor();
});

story('a category with a budget asks who takes it over', real, async () => {
  await editBudgeted(page, 'Vet', MONTH, '30');
  await chooseInRowMenu('Vet', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Confirm delete' });
  await dialog.getByText('Delete Vet? Move its budget to:').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('You must select a category').waitFor();
  await dialog.getByRole('combobox').fill('Fodder');
  await page.getByRole('option', { name: 'Fodder' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await nameOf('Vet').waitFor({ state: 'detached' });
  await expectCell(page, 'Fodder', 'Budgeted', MONTH, '30.00');
});

story('what one tab adds and types shows in the other, whose draft survives', real, async () => {
  const other = await openApp(browser, app);
  await goToBudget(other);
  await budgetCell(other, 'Fodder', 'Budgeted', MONTH).click();
  const draft = other.getByRole('textbox', { name: `Budgeted, Fodder, ${MONTH}` });
  await draft.fill('12');
  await addCategory('Pets', 'Toys');
  await budgetRow(other, 'Toys').waitFor();
  await editBudgeted(page, 'Toys', MONTH, '5');
  await expectCell(other, 'Toys', 'Budgeted', MONTH, '5.00');
  assert.equal(await draft.inputValue(), '12');
});

story('the months move by keys and stop at the bounds of the budget', async () => {
  // Not in the grid: there a digit starts an amount.
  await page.getByRole('button', { name: 'Show hidden' }).focus();
  await page.keyboard.press(']');
  await page.getByRole('region', { name: 'December 2026 summary' }).waitFor();
  await page.keyboard.press('0');
  await page.getByRole('region', { name: `${MONTH} summary` }).waitFor();
  const bar = page.getByRole('toolbar', { name: 'Months' });
  await bar.getByRole('button', { name: MONTH, pressed: true }).waitFor();
});

story('on a phone one month is shown, and an amount is edited in its place', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: 'Next month' }).waitFor();
  await expectNoSidewaysScroll(page);
  const first = page.locator('[role=row][aria-level="2"] [role=rowheader]').first();
  const name = (await first.getAttribute('aria-label')).split(',')[0];
  await budgetCell(page, name, 'Budgeted', MONTH).click();
  await page.getByRole('textbox', { name: `Budgeted, ${name}, ${MONTH}` }).fill('44+4');
  await page.getByRole('button', { name: 'Done' }).click();
  await expectCell(page, name, 'Budgeted', MONTH, '48.00');
});
