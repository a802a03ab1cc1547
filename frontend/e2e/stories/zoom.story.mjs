// A page zoomed to 200 % has half the pixels in each direction.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { installedBrowser } from '../support/browser.mjs';
import { startProgram } from '../support/program.mjs';
import { budgetGrid, openApp, openDemo } from '../support/vocabulary.mjs';

/** A window of 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** Rows that are wholly in view and under nothing. */
const rowsInView = (grid) =>
  grid.locator('[data-row-id]').evaluateAll((rows) => {
    const isFree = (x, y, row) => row.contains(document.elementFromPoint(x, y));
    return rows.filter((row) => {
      const { left, top, bottom } = row.getBoundingClientRect();
      return isFree(left + 40, top + 2, row) && isFree(left + 40, bottom - 2, row);
    }).length;
  });

test('a budget zoomed to 200 % shows at least three rows', {
  skip: process.env.SOBRE_FAKE,
}, async () => {
  const app = await startProgram();
  const executablePath = installedBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  });
  try {
    const page = await openApp(await browser.newContext({ viewport: ZOOMED }), app);
    await openDemo(page);
    const grid = budgetGrid(page);
    await grid.locator('[data-row-id]').first().waitFor();
    const count = await rowsInView(grid);
    assert.ok(count >= 3, `${count} rows are in view`);
  } finally {
    await browser.close();
    await app.remove();
  }
});
