import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendCalls } from '../support/rows.mjs';
import { openStage, real } from '../support/stage.mjs';
import {
  chooseInBudgetMenu,
  expectAccessible,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  openDemo,
} from '../support/vocabulary.mjs';

let browser;
let page;

openStage(
  async (stage) => {
    ({ browser, page } = stage);
    await openDemo(page);
  },
  { isReal: true },
);

const result = () => page.getByRole('region', { name: 'Result' });
const repair = () => page.getByRole('button', { name: 'Repair split transactions' }).click();

/** Leaves a part of a split with another mark than its split, as an interrupted change would. */
async function breakSplit() {
  const query = {
    table: 'transactions',
    tableOptions: { splits: 'all' },
    filterExpressions: [{ is_child: true }],
    selectExpressions: ['id', 'cleared'],
    limit: 1,
  };
  const [{ data }] = await sendCalls(page, [['query', query]]);
  const updated = data.map(({ id, cleared }) => ({ id, cleared: !cleared }));
  assert.equal(updated.length, 1);
  await sendCalls(page, [['transactions-batch-update', { updated }]]);
}

test('sound splits need no repair', real, async () => {
  await chooseInBudgetMenu(page, /Repair splits/);
  await page.getByRole('heading', { level: 1, name: 'Repair splits' }).waitFor();
  await expectAccessible(page);
  await repair();
  await result().getByText('No split transactions found needing repair.').waitFor();
  await expectFocusNotLost(page);
});

test('what an interrupted change left behind is put right and counted', real, async () => {
  await breakSplit();
  await repair();
  await result().getByText('Fixed 1 split with the wrong cleared flag.').waitFor();
  await expectAccessible(page);
  await repair();
  await result().getByText('No split transactions found needing repair.').waitFor();
});

test('the page fits a phone', real, async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('heading', { level: 1, name: 'Repair splits' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('no page reported a fault', real, () => assert.deepEqual(browser.faults, []));
