// A register of 186,000 lines, more than an element can be high, read while it is written to.
import assert from 'node:assert/strict';
import { bigBudget } from '../support/bigBudget.mjs';
import { dragBar, linesInView, listBody, notePages, redrawnLines } from '../support/scrolling.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { start, withProgram } from '../support/starts.mjs';
import { openApp, openRegister, registerGrid } from '../support/vocabulary.mjs';

const big = bigBudget();
/** Lines drawn at most: what is in view, and five on each side. */
const MOST_ROWS = 40;
/** More places than pages are kept for. */
const MANY_PLACES = 44;
let app;
let browser;
let page;
let asked;
let lines;

const size = { width: 1440, height: 900 };
const manyLines = start({
  prepare: (dataDir) => {
    big.make(dataDir);
    return withProgram(dataDir, () => {});
  },
  enter: async (tab, app) => {
    asked = notePages(tab.context());
    await tab.goto(app.url);
    await tab.getByRole('row', { name: 'Size-L' }).click();
  },
});
const options = { skip: big.whyNot, hasScrollBars: true, isTraced: false, ...size };
const story = storiesFrom(manyLines, options, async (stage) => {
  ({ app, browser, page } = stage);
  lines = await openAll(page);
});

/** Opens the register of all accounts; answers how many lines it has. */
async function openAll(tab) {
  await openRegister(tab, 'All accounts');
  await tab.waitForFunction(
    () => Number(document.querySelector('[role=grid]').ariaRowCount) > 100_000,
  );
  return Number(await registerGrid(tab).getAttribute('aria-rowcount')) - 1;
}

/** Waits until a line stands in view with its transaction. */
async function expectInView(line) {
  await page.waitForFunction((index) => {
    const body = [...document.querySelectorAll('[role=grid] > [role=rowgroup]')].at(-1);
    const row = body.querySelector(`[aria-rowindex="${index + 2}"][data-row-id]`);
    if (!row) return false;
    const [inner, outer] = [row.getBoundingClientRect(), body.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  }, line);
}

/** Waits until other lines than these are in view, and loaded. */
async function otherLines(before) {
  await page.waitForFunction((id) => {
    const body = [...document.querySelectorAll('[role=grid] > [role=rowgroup]')].at(-1);
    const isThere = body.querySelector(`[data-row-id="${id}"]`);
    return !isThere && !body.querySelector('[aria-busy=true]') && body.querySelector('[role=row]');
  }, before[0].id);
  return linesInView(page);
}

const drawnRows = () => listBody(page).locator('[role=row]').count();

function expectInOrder(shown) {
  const [first] = shown;
  assert.deepEqual(
    shown.map(({ line }) => line),
    shown.map((_, at) => first.line + at),
  );
}

story('the bar is dragged to the end, where the oldest transaction stands', async () => {
  await dragBar(page, 0, 1, 60);
  await expectInView(lines - 1);
  assert.ok((await drawnRows()) <= MOST_ROWS);
  expectInOrder(await linesInView(page));
});

story('from the middle, the wheel goes on line by line', async () => {
  const top = await linesInView(page);
  await dragBar(page, 0, 0.5, 20);
  const shown = await otherLines(top);
  expectInOrder(shown);
  const [first, second] = shown;
  assert.ok(Math.abs(first.line - lines / 2) < lines / 20, `${first.line} is not the middle`);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 32 * 100);
  await expectInView(second.line + 100);
  await page.mouse.wheel(0, -32 * 100);
  await expectInView(second.line);
  assert.deepEqual(
    (await linesInView(page)).find(({ line }) => line === second.line),
    second,
  );
});

/** Waits until a line has the keyboard. */
async function focused(line) {
  await page.waitForFunction(
    (index) => document.activeElement?.closest('[role=row]')?.ariaRowIndex === String(index),
    line + 2,
  );
}

story('the keys go to both ends, by pages and by lines', async () => {
  const [{ id, line }] = await linesInView(page);
  await listBody(page).locator(`[data-row-id="${id}"] [data-col=payee]`).focus();
  await page.keyboard.press('ArrowUp');
  await focused(line - 1);
  await page.keyboard.press('ControlOrMeta+End');
  await focused(lines - 1);
  await expectInView(lines - 1);
  await page.keyboard.press('ArrowUp');
  await focused(lines - 2);
  await page.keyboard.press('ControlOrMeta+Home');
  await focused(0);
  await expectInView(0);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await focused(0);
});

story('what another tab edits is drawn alone, also while the list scrolls', async () => {
  const other = await openApp({ newPage: browser.newWindow }, app);
  await openAll(other);
  await listBody(page).locator('[data-row-id] [data-col=payee]').first().focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await expectInView(0);
  // The row that the keyboard leaves is drawn again, too.
  await focused(0);
  const mark = other.getByRole('button', { name: 'Cleared', exact: true }).first();
  const pages = asked(page);
  const before = pages.length;
  for (let edit = 0; edit < 4; edit += 1) {
    assert.deepEqual(await redrawnLines(page, () => mark.click()), [0]);
  }
  const wheel = async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, turn < 30 ? 400 : -400);
      assert.ok((await drawnRows()) <= MOST_ROWS);
    }
  };
  const edit = async () => {
    for (let turn = 0; turn < 20; turn += 1) await mark.click();
  };
  await Promise.all([wheel(), edit()]);
  // A busy browser drops turns of the wheel.
  while ((await linesInView(page))[0]?.line !== 0) await page.mouse.wheel(0, -400);
  const read = pages.slice(before);
  assert.deepEqual(new Set(read).size, read.length, `a page was read again: ${read}`);
});

story('a page not looked at for long is given up, one just left is not', async () => {
  const goTo = (share) =>
    listBody(page).evaluate((list, to) => {
      list.scrollTop = list.scrollHeight * to;
    }, share);
  let shown = await linesInView(page);
  for (let stop = 1; stop <= MANY_PLACES; stop += 1) {
    await goTo(stop / (MANY_PLACES + 1));
    shown = await otherLines(shown);
    assert.ok((await drawnRows()) <= MOST_ROWS);
  }
  const pages = asked(page);
  const before = pages.length;
  await goTo(0);
  await otherLines(shown);
  await expectInView(0);
  assert.deepEqual(pages.slice(before), [0]);
  await goTo(MANY_PLACES / (MANY_PLACES + 1));
  await expectInView(shown[1].line);
  assert.equal(pages.length, before + 1, 'a page just left was read again');
});
