// Figures of the full screens: their transactions and back, comparisons, and a report from a row.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  heading,
  registerGrid,
} from '../support/vocabulary.mjs';

let app;
let page;

const size = { width: 1440, height: 1000 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ app, page } = stage);
});

const origin = () => new URL(app.url).origin;
const chart = () => page.locator('[aria-roledescription=chart]');
const figures = () => page.locator('main [data-figure]:is(button)');
const listed = (name) => page.getByRole('heading', { level: 1, name });

async function choose(label, option) {
  await page
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

story('a bar of a custom report opens its rows, and Back returns to it', async () => {
  await page.goto(`${origin()}/reports/custom`);
  await chart().getByRole('img').waitFor();
  await page.keyboard.press('c');
  await expectFocused(chart());
  await page.keyboard.press('ArrowDown');
  const name = await page.getByRole('figure').locator('p').first().textContent();
  await page.keyboard.press('Enter');
  await listed(new RegExp(`^${name}, `)).waitFor();
  await registerGrid(page).waitFor();
  await page.goBack();
  await expectFocused(chart());
  await page.getByRole('figure').getByText(name, { exact: true }).first().waitFor();
  await page.keyboard.press('?');
  const how = page.getByRole('dialog', { name: 'How is this calculated?' });
  await how.getByText('What is counted').waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

story('a table of a report opens its rows, and Back returns to the same cell', async () => {
  await page.goto(`${origin()}/reports/custom`);
  await chart().getByRole('img').waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByText('Table', { exact: true }).click();
  const cell = page.getByRole('figure').locator('tbody tr').nth(2).getByRole('button').first();
  const name = await cell.getAttribute('aria-label');
  await cell.focus();
  await page.keyboard.press('Enter');
  await registerGrid(page).waitFor();
  await page.goBack();
  await expectFocused(page.getByRole('button', { name, exact: true }).first());
  await expectAccessible(page);
});

const KINDS = [
  'net-worth',
  'cash-flow',
  'spending',
  'summary',
  'calendar',
  'budget-analysis',
  'age-of-money',
  'balance-forecast',
  'crossover',
];

story(
  'the first figure of every full screen opens what it is made of, and comes back',
  async () => {
    for (const kind of KINDS) {
      await page.goto(`${origin()}/reports/${kind}`);
      const first = figures().first();
      await first.waitFor();
      const id = await first.getAttribute('data-figure');
      await first.focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'How is this calculated?' }).waitFor();
      await page.keyboard.press('Escape');
      await expectFocused(first);
      await page.keyboard.press('Enter');
      if (kind !== 'crossover') {
        await page.waitForURL((url) => !url.pathname.startsWith('/reports'));
        await page.goBack();
      } else await page.keyboard.press('Escape');
      await expectFocused(page.locator(`[data-figure="${id}"]`));
    }
  },
);

story('cash flow is compared with the period before; both sides open their rows', async () => {
  await page.goto(`${origin()}/reports/cash-flow?from=2026-09&to=2026-10`);
  await chart().getByRole('img').waitFor();
  await choose('Compare with', 'The previous period');
  const compared = page.getByRole('region', { name: 'Compare with' });
  await compared.getByRole('columnheader', { name: 'Jul – Aug 2026' }).waitFor();
  await expectAccessible(page);
  const base = compared.getByRole('button', { name: /^Expenses, Jul – Aug 2026/ });
  const value = await base.textContent();
  await base.focus();
  await page.keyboard.press('Enter');
  await listed('Expenses, Jul – Aug 2026').waitFor();
  await page.locator('main').getByText(value, { exact: true }).first().waitFor();
  await page.goBack();
  await expectFocused(compared.getByRole('button', { name: /^Expenses, Jul – Aug 2026/ }));
  assert.match(page.url(), /compare=previous/);
});

story('the rows of a report are compared one by one', async () => {
  await page.goto(`${origin()}/reports/custom?compare=average-of-3`);
  const compared = page.getByRole('region', { name: 'Compare with' });
  await compared.getByRole('row', { name: /^Total/ }).waitFor();
  assert.ok((await compared.getByRole('row').count()) > 3);
  await expectAccessible(page);
});

story('a row of the register is shown in the reports', async () => {
  await page.goto(`${origin()}/accounts/all`);
  await registerGrid(page).waitFor();
  const row = registerGrid(page).getByRole('row').nth(3);
  await row.getByRole('gridcell').nth(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in reports' }).click();
  await chart().getByRole('img').waitFor();
  assert.match(page.url(), /\/reports\/custom\?about=/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await registerGrid(page).waitFor();
});

const phone = { width: 400, height: 800, isTouched: true };

story('on a phone a transaction is shown in the reports', phone, async () => {
  await page.goto(`${origin()}/accounts/all`);
  await page.getByRole('group', { name: 'Transactions' }).getByRole('link').first().tap();
  await page.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Show in reports' }).tap();
  await chart().getByRole('img').waitFor();
  assert.match(page.url(), /\/reports\/custom\?about=/);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  await page.getByRole('form', { name: 'Transaction' }).waitFor();
});

story('on a phone a comparison fits, and the line of an account is there', phone, async () => {
  await page.goto(`${origin()}/reports/cash-flow?compare=previous`);
  await page.getByRole('region', { name: 'Compare with' }).getByRole('table').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await heading(page).waitFor();
});
