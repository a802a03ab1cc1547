// A page zoomed to 200 % has half the pixels in each direction.
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { installedBrowser } from '../support/browser.mjs';
import { startProgram } from '../support/program.mjs';
import { openApp, openDemo } from '../support/vocabulary.mjs';

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

test('a low window, as at 200 %, gives its height to the rows of the budget', {
  skip: process.env.SOBRE_FAKE,
}, async () => {
  const app = await startProgram();
  const executablePath = installedBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  });
  try {
    const page = await openApp(await browser.newContext(), app);
    await openDemo(page);
    for (const [width, height, wanted] of LOW_WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(showsRows, wanted);
    }
  } finally {
    await browser.close();
    await app.remove();
  }
});
