import assert from 'node:assert/strict';
import { sendCalls } from '../support/rows.mjs';
import { real, storiesFrom } from '../support/stage.mjs';
import { newBudget } from '../support/starts.mjs';
import {
  budgetRow,
  editBudgeted,
  expectCell,
  expectFocused,
  goToBudget,
  notice,
  openApp,
  openPalette,
  resize,
  undo,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
let app;
let browser;
let page;
let category;

const story = storiesFrom(newBudget, {}, async (stage) => {
  ({ app, browser, page } = stage);
  // The first category of a new budget, whatever it is called.
  const header = page.locator('[role=row][aria-level="2"] [role=rowheader]').first();
  category = (await header.getAttribute('aria-label')).split(',')[0];
});

/** Gives the category 50.00. */
async function budgetFifty() {
  await editBudgeted(page, category, MONTH, '50');
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
}

story('an amount that is typed in changes the balance and what is left to budget', async () => {
  await editBudgeted(page, category, MONTH, '12.50*2+25');
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
  await expectCell(page, category, 'Balance', MONTH, '50.00');
  const summary = page.getByRole('region', { name: `${MONTH} summary` });
  await summary.getByText('-50.00').first().waitFor();
});

story('nonsense keeps the old amount', async () => {
  await budgetFifty();
  await editBudgeted(page, category, MONTH, 'abc');
  await page.keyboard.press('Escape');
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
});

story('undo takes the amount back and says so; redo brings it again', async () => {
  await budgetFifty();
  await page.getByRole('button', { name: 'Theme' }).focus();
  await undo(page);
  await notice(page, /^Undid: .*50\.00/).waitFor();
  await expectCell(page, category, 'Budgeted', MONTH, '0.00');
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Redo' })
    .click();
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
});

/** The icon, the word and the amount of what is left to budget: where they are, in pixels. */
function partsOfTotal() {
  const label = page.getByText('Overbudgeted:').first();
  return label.evaluate((word) => {
    const amount = word.parentElement.querySelector('strong > span');
    return {
      boxes: [...word.parentElement.children].map((part) => part.getBoundingClientRect().toJSON()),
      isCut: amount.scrollWidth > amount.clientWidth,
    };
  });
}

story('what is left to budget can be read whole at every width', async () => {
  await budgetFifty();
  await editBudgeted(page, category, MONTH, '123456.78');
  await page.getByText('-123,456.78').first().waitFor();
  const size = page.viewportSize();
  for (const width of [1280, 1024, 400, 360]) {
    await resize(page, { width, height: size.height });
    const { boxes, isCut } = await partsOfTotal();
    const [icon, word, amount] = boxes;
    assert.ok(!isCut, `the amount is cut at ${width}`);
    assert.ok(Math.abs(icon.top + icon.bottom - word.top - word.bottom) < 12, `icon at ${width}`);
    assert.ok(word.left >= icon.right && word.left - icon.right < 16, `word at ${width}`);
    const isBeside = amount.left >= word.right - 1;
    assert.ok(isBeside || amount.top >= word.bottom - 2, `they overlap at ${width}`);
  }
  await page.setViewportSize(size);
  await undo(page);
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
});

/** Size and right edge of a figure, whether it is cut, and the amount in its tooltip. */
const looksOf = (figure) =>
  figure.evaluate((span) => ({
    size: Number.parseFloat(getComputedStyle(span).fontSize),
    right: span.getBoundingClientRect().right,
    isCut: span.scrollWidth > span.clientWidth,
    tooltip: span.title,
  }));

story('the largest amounts can be read and stand under the others at every width', async () => {
  await budgetFifty();
  const size = page.viewportSize();
  const usual = page
    .getByLabel(new RegExp(`^Balance ${MONTH} 0\\.00`))
    .getByText('0.00')
    .first();
  for (const [typed, shown, state] of [
    ['1234567.89', '1,234,567.89', ''],
    ['-1234567.89', '-1,234,567.89', ', overspent'],
    ['90000000000', '90,000,000,000.00', ''],
  ]) {
    await editBudgeted(page, category, MONTH, typed);
    for (const width of [1440, 1280, 400, 360]) {
      await resize(page, { width, height: size.height });
      for (const name of [`Budgeted ${MONTH} ${shown}`, `Balance ${MONTH} ${shown}${state}`]) {
        const figure = page.getByLabel(name).getByText(shown).first();
        const { size, isCut, tooltip } = await looksOf(figure);
        assert.ok(size >= 11, `${name} has figures of ${size} px at ${width}`);
        assert.ok(!isCut || tooltip === shown, `${name} is cut at ${width}`);
      }
      const balance = page.getByLabel(`Balance ${MONTH} ${shown}${state}`).getByText(shown).first();
      const [long, short] = [await looksOf(balance), await looksOf(usual)];
      assert.ok(Math.abs(long.right - short.right) <= 1, `${shown} is out of line at ${width}`);
    }
    await page.setViewportSize(size);
    await undo(page);
    await expectCell(page, category, 'Budgeted', MONTH, '50.00');
  }
});

story('the palette leads from another screen to the amount of a category', async () => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await openPalette(page);
  await page.keyboard.type(category);
  await page.getByRole('option', { name: category }).first().waitFor();
  await page.keyboard.press('Enter');
  const cell = budgetRow(page, category).locator(`[aria-label^="Budgeted ${MONTH}"]`);
  await cell.waitFor();
  await page.waitForFunction(
    (place) => place === document.activeElement,
    await cell.elementHandle(),
  );
});

story('coming back from the transactions finds the cell that was left', async () => {
  const last = page.locator('[role=row][aria-level="2"] [role=rowheader]').last();
  const name = (await last.getAttribute('aria-label')).split(',')[0];
  const received = budgetRow(page, name).locator(`[aria-label^="Received ${MONTH}"]`).first();
  await received.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: /^Transactions/ }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await received.waitFor();
  await expectFocused(received);
});

story('an edit in one tab shows in the other, which asks before undoing it', real, async () => {
  await budgetFifty();
  const other = await openApp(browser, app);
  await goToBudget(other);
  await budgetRow(other, category).waitFor();
  await editBudgeted(page, category, MONTH, '70');
  await expectCell(other, category, 'Budgeted', MONTH, '70.00');
  await other.getByRole('button', { name: 'Theme' }).focus();
  await undo(other);
  await notice(other, /Made in another tab: .*70\.00.* Undo it\?/).waitFor();
  await other
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expectCell(page, category, 'Budgeted', MONTH, '50.00');
});

story('income of long ago is available at once, and its month can be shown', real, async () => {
  await budgetFifty();
  const [account, categories] = await sendCalls(page, [
    ['account-create', { name: 'Bank' }],
    ['get-categories', {}],
  ]);
  const income = categories.list.find((each) => each.is_income).id;
  const row = { account, category: income, date: '2025-03-09', amount: 100_000 };
  await sendCalls(page, [['transactions-batch-update', { added: [row] }]]);
  const summary = page.getByRole('region', { name: `${MONTH} summary` });
  await summary.getByText('950.00').waitFor();
  await summary.getByRole('button', { name: /^To Budget/ }).click();
  await page.getByRole('dialog', { name: MONTH }).getByText('1,000.00').waitFor();
  await page.keyboard.press('Escape');
  const bar = page.getByRole('toolbar', { name: 'Months' });
  await bar.getByRole('button', { name: MONTH }).focus();
  await page.keyboard.press('Home');
  await bar.getByRole('button', { name: 'December 2024' }).press('Enter');
  await page.getByRole('region', { name: 'December 2024 summary' }).waitFor();
  await bar.getByRole('button', { name: 'Today' }).click();
  await summary.waitFor();
});

story(
  'what was budgeted is there after the program was ended and started again',
  real,
  async () => {
    await budgetFifty();
    await app.stop();
    await page.getByText('Connection lost, retrying…').waitFor();
    await app.restart();
    await page.getByText('Connection lost, retrying…').waitFor({ state: 'detached' });
    await expectCell(page, category, 'Budgeted', MONTH, '50.00');
    await editBudgeted(page, category, MONTH, '60');
    await expectCell(page, category, 'Balance', MONTH, '60.00');
  },
);
