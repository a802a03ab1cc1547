import assert from 'node:assert/strict';
import { sendCalls } from '../support/rows.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  chooseInBudgetMenu,
  expectAccessible,
  expectFocusNotLost,
  expectNoSidewaysScroll,
} from '../support/vocabulary.mjs';

let page;

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ page } = stage);
  await chooseInBudgetMenu(page, /Repair splits/);
  await title().waitFor();
});

const title = () => page.getByRole('heading', { level: 1, name: 'Repair splits' });

const result = () => page.getByRole('region', { name: 'Result' });
const repair = () => page.getByRole('button', { name: 'Repair split transactions' });

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

story('sound splits need no repair, and none is offered', async () => {
  await result().getByText('No split transactions found needing repair.').waitFor();
  assert.equal(await repair().count(), 0);
  await expectAccessible(page);
});

story('what an interrupted change left behind is found, put right and counted', async () => {
  await breakSplit();
  await result().getByText('1 split with the wrong cleared flag').waitFor();
  await expectAccessible(page);
  await repair().click();
  await result().getByText('Fixed 1 split with the wrong cleared flag.').waitFor();
  await repair().waitFor({ state: 'detached' });
  await expectFocusNotLost(page);
  await expectAccessible(page);
});

story('the page fits a phone', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await title().waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
