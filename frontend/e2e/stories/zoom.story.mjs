// A page zoomed to 200 % has half the pixels in each direction.
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';

/** Low windows, and the rows that each has to show; the first is one of 1440 by 900 at 200 %. */
const LOW_WINDOWS = [
  [720, 450, 4],
  [740, 360, 3],
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

story('a low window, as at 200 %, gives its height to the rows of the budget', async () => {
  for (const [width, height, wanted] of LOW_WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(showsRows, wanted);
  }
});
