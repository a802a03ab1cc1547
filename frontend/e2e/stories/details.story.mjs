import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  budgetCell,
  cellText,
  expectAccessible,
  expectCell,
  expectNoSidewaysScroll,
  notice,
  undo,
} from '../support/vocabulary.mjs';

const NOVEMBER = 'November 2026';

let page;

const size = { width: 1440, height: 900 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, async (stage) => {
  ({ page } = stage);
  await page.getByRole('radiogroup', { name: 'Months shown' }).getByRole('radio').first().click();
  await budgetCell(page, 'Restaurants', 'Spent', NOVEMBER).focus();
  // Until then the panel speaks of the category that was focused before.
  await panel().getByRole('heading', { name: 'Restaurants' }).waitFor();
});

const panel = () => page.getByRole('complementary', { name: 'Budget Details' });

story('beside one month are the details of the focused category', async () => {
  await panel().getByText('overspent').waitFor();
  await panel()
    .getByRole('region', { name: 'Last transactions' })
    .locator('time')
    .first()
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await panel().getByRole('heading', { name: 'Coffee & Bakery' }).waitFor();
});

story('a quick amount is one press, and undone like any other', async () => {
  const before = await cellText(page, 'Restaurants', 'Budgeted', NOVEMBER);
  const quick = panel().getByRole('button', { name: /^Spent in Oct/ });
  const amount = (await quick.textContent()).replace('Spent in Oct', '').trim();
  await quick.click();
  await expectCell(page, 'Restaurants', 'Budgeted', NOVEMBER, amount);
  await notice(page, `Budgeted ${amount}`).first().waitFor();
  await undo(page);
  await expectCell(page, 'Restaurants', 'Budgeted', NOVEMBER, before);
});
