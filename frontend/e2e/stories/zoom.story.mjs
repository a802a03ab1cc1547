// How much of the window the rows of the budget have. A page zoomed to 200 % has half the pixels in
// each direction.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import { budgetGrid, resize } from '../support/vocabulary.mjs';

/** By this height of the window the first category begins. */
const FIRST_ROW_PX = 200;

/** Windows of a phone and low ones, and the rows that each has to show; the second is one of 1440 by 900 at 200 %. */
const WINDOWS = [
  [400, 800, 6],
  [720, 450, 6],
  [740, 360, 4],
  [400, 420, 3],
  [1440, 420, 6],
];

/** Are so many rows of the budget wholly in view and under nothing? */
const showsRows = (wanted) => {
  const isFree = (x, y, row) => row.contains(document.elementFromPoint(x, y));
  const rows = [...document.querySelectorAll('[role=treegrid] [data-row-id]')].filter((row) => {
    const { left, top, bottom } = row.getBoundingClientRect();
    return isFree(left + 40, top + 2, row) && isFree(left + 40, bottom - 2, row);
  });
  return rows.length >= wanted;
};

let page;

const story = storiesFrom(demoBudget, { isReal: true }, (stage) => {
  ({ page } = stage);
});

story(
  'a phone, and a low window as at 200 %, give their height to the rows of the budget',
  async () => {
    for (const [width, height, wanted] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(showsRows, wanted);
    }
  },
);

story('the first category begins at the top, however many months are shown', async () => {
  await resize(page, { width: 2140, height: 900 });
  const first = budgetGrid(page).locator('[role=row][aria-level="2"]').first();
  for (const months of ['1 month', '3 months', '6 months']) {
    await page.getByRole('radio', { name: months }).click();
    await page.getByRole('radio', { name: months, checked: true }).waitFor();
    const { y } = await first.boundingBox();
    assert.ok(y <= FIRST_ROW_PX, `it begins at ${y} with ${months}`);
  }
  await resize(page, { width: 1440, height: 900 });
  const { y } = await first.boundingBox();
  assert.ok(y <= FIRST_ROW_PX, `it begins at ${y} at 1440 by 900`);
});
