// The dashboards of a file that another program of the family made.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { callsTo } from '../support/calls.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { noBudget } from '../support/starts.mjs';
import { budgetGrid, expectAccessible } from '../support/vocabulary.mjs';

let app;
let page;

const FILES = '../../../actors/tests/fixtures/reports/files/';
const fileOf = (name) => fileURLToPath(new URL(`${FILES}${name}`, import.meta.url));

const size = { width: 1440, height: 1000 };
const story = storiesFrom(noBudget, { isReal: true, ...size }, (stage) => {
  ({ app, page } = stage);
});

async function importFile() {
  await page.getByRole('button', { name: 'Import file' }).click();
  await page.getByRole('button', { name: /^Sobre or/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an exported budget' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await (await choosing).setFiles(fileOf('dashboards_26_9.zip'));
  await budgetGrid(page).waitFor();
}

/** Scrolls a page of cards from its top to its end, so that each card is drawn. */
async function seeAllCards() {
  await page.locator('main article').first().waitFor();
  let before = -1;
  const card = () => page.locator('main article').last();
  for (let count = await page.locator('main article').count(); count !== before; ) {
    before = count;
    await card().scrollIntoViewIfNeeded();
    count = await page.locator('main article').count();
  }
}

story(
  'the pages, cards and reports of another program are shown, and stay as they are',
  async () => {
    await importFile();
    const send = await callsTo(app);
    const [{ id }] = await send('get-budgets');
    const stored = async () => [
      await send('dashboards-get', {}, id),
      await send('report/get', {}, id),
    ];
    const before = await stored();
    assert.deepEqual(
      before[0].map(({ name }) => name),
      ['Main', 'Vectors', 'Third'],
    );
    for (const { id: pageId, cards } of before[0]) {
      await page.goto(`${new URL(app.url).origin}/reports/${pageId}`);
      await seeAllCards();
      await page.waitForFunction(
        (count) => document.querySelectorAll('main article').length === count,
        cards.length,
      );
      if (cards.length < 20) await expectAccessible(page);
    }
    assert.deepEqual(await stored(), before);
  },
);
