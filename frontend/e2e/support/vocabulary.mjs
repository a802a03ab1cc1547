// The words of the stories: what a person does and sees.
import assert from 'node:assert/strict';
import AxeBuilder from '@axe-core/playwright';

/** Opens the app in a tab and waits until it is usable. */
export async function openApp(browser, app) {
  const page = await browser.newPage();
  await page.goto(app.url);
  await heading(page).waitFor();
  await putTourAside(page);
  return page;
}

/** Most stories are of people who know their way. */
export async function putTourAside(page) {
  if (process.env.SOBRE_FAKE) return;
  await page.evaluate(() => {
    const headers = { 'Content-Type': 'application/json' };
    return fetch('/api/call/set-tutorial-seen', { method: 'POST', headers, body: '{}' });
  });
}

/** The heading of the current screen. */
export function heading(page) {
  return page.locator('main h1');
}

export async function createBudget(page) {
  await page.getByRole('button', { name: 'Create new file' }).click();
  await nameNewBudget(page);
  await page.getByText('No accounts yet').first().waitFor();
  await goToBudget(page);
}

/** Takes the name that is suggested for a new budget, or another one. */
export async function nameNewBudget(page, name) {
  const dialog = page.getByRole('dialog', { name: 'Name your budget' });
  const field = dialog.getByRole('textbox', { name: 'Budget name' });
  await expectFocused(field);
  if (name) await field.fill(name);
  await field.press('Enter');
}

export async function openDemo(page) {
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await budgetGrid(page).waitFor();
}

export async function goToBudget(page) {
  await page.getByRole('link', { name: 'Budget', exact: true }).click();
  await budgetGrid(page).waitFor();
}

export async function closeBudget(page) {
  await page.keyboard.press('ControlOrMeta+o');
  await page.getByRole('dialog', { name: /^(Budgets|Welcome)/ }).waitFor();
}

/** The menu under the budget's name. */
export async function chooseInBudgetMenu(page, item) {
  await page.locator('[data-budget-menu]').click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens the command palette, whose field then has the keyboard. */
export async function openPalette(page) {
  await page.keyboard.press('ControlOrMeta+k');
  await expectFocused(page.getByRole('combobox', { name: 'Search or run a command' }));
}

export function budgetGrid(page) {
  return page.getByRole('treegrid', { name: 'Budget' });
}

/** The row of a category or group. */
export function budgetRow(page, name) {
  return budgetGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}(,|$)`) }) });
}

/** One amount of the grid, e.g. ('Groceries', 'Budgeted', 'November 2026'). */
export function budgetCell(page, category, column, month) {
  const name = new RegExp(`^${column} ${month} `);
  const row = budgetRow(page, category);
  return column === 'Balance'
    ? row.getByRole('button', { name })
    : row.getByRole('gridcell', { name });
}

/** The amount a cell shows. */
export async function cellText(page, category, column, month) {
  const cell = budgetCell(page, category, column, month);
  await cell.waitFor();
  return (await cell.textContent()).trim();
}

/** Waits until a cell shows an amount. */
export async function expectCell(page, category, column, month, amount) {
  const name = new RegExp(`^${column} ${month} ${amount.replace(/[.+]/g, '\\$&')}(,|$)`);
  const row = budgetRow(page, category);
  const role = column === 'Balance' ? 'button' : 'gridcell';
  await row.getByRole(role, { name }).waitFor();
}

/** Types an amount or an expression into a Budgeted cell and commits it with Enter. */
export async function editBudgeted(page, category, month, text) {
  await budgetCell(page, category, 'Budgeted', month).click();
  const editor = page.getByRole('textbox', { name: `Budgeted, ${category}, ${month}` });
  await editor.fill(text);
  await editor.press('Enter');
}

export function notice(page, text) {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text);
}

/** Presses for undo; the next press counts too, since those within 100 ms count once. */
export async function undo(page) {
  await page.keyboard.press('ControlOrMeta+z');
  const pressed = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 100, pressed);
}

/** Undoes step by step until the button for it is called so. */
export async function undoUntil(page, wanted) {
  // A dialog that comes back with a step covers the button, which then has no role.
  const button = page.locator('button[aria-label^="Undo"]').first();
  for (let step = 0; step < 40; step += 1) {
    const label = await button.getAttribute('aria-label');
    if (label === wanted) return;
    await undo(page);
    // A press within 100 ms of the one before counts for nothing and is made again.
    const isUndone = (label) =>
      document.querySelector('button[aria-label^="Undo"]')?.ariaLabel !== label;
    await page.waitForFunction(isUndone, label, { timeout: 1_000 }).catch(() => {});
  }
  throw new Error(`undo never comes to "${wanted}"`);
}

/** A page that never rests loads no part ahead of its use. */
export function loadNothingAhead(page) {
  return page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

/** Gives the window a size, and waits until the layout has followed it. */
export async function resize(page, size) {
  await page.setViewportSize(size);
  await drawn(page);
}

/** Waits until what watches the width has drawn: in the frame after the one that has it. */
function drawn(page) {
  return page.evaluate(async () => {
    for (let left = 3; left > 0; left -= 1) await new Promise(requestAnimationFrame);
  });
}

/** Waits until nothing fades any more: what does has colours of its own for a moment. */
export async function rest(page) {
  // What has just been drawn begins to fade in frames later.
  await page.waitForFunction(() => !document.querySelector('[data-entering], [data-exiting]'));
  await page.evaluate(() => {
    const passing = (animation) => animation.effect?.getTiming().iterations !== Infinity;
    const ended = (animation) => animation.finished.catch(() => {});
    return Promise.all(document.getAnimations().filter(passing).map(ended)).then(() => {});
  });
}

/** A visible label is part of the name, so that people who speak to their computer can use it. */
const LABEL_RULE = 'label-content-name-mismatch';

/** The rule counts the names of buttons in a cell as visible words; nobody speaks to a cell. */
const isNamedCell = (rule, { html }) => rule === LABEL_RULE && /^<div role="gridcell"/.test(html);

/** The serious faults axe finds, in words. */
async function seriousFaults(page, rules) {
  await rest(page);
  // What the widgets say to screen readers points for seconds at options that are gone by then.
  const axe = new AxeBuilder({ page }).exclude('[data-live-announcer]');
  if (rules) axe.withRules(rules);
  else axe.options({ rules: { [LABEL_RULE]: { enabled: true } } });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious
    .map(({ id, nodes }) => ({ id, found: nodes.filter((node) => !isNamedCell(id, node)) }))
    .filter(({ found }) => found.length > 0)
    .map(({ id, found }) => `${id}: ${found.map(({ html }) => html).join('\n')}`);
}

/** No serious fault of accessibility on the page as it is now, nor in the colours of the dark. */
export async function expectAccessible(page) {
  assert.deepEqual(await seriousFaults(page), []);
  const isDark = (dark) => (document.documentElement.dataset.theme === 'dark') === dark;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(isDark, true);
  assert.deepEqual(await seriousFaults(page, ['color-contrast']), [], 'in the dark theme');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(isDark, false);
}

/** Nothing to scroll sideways, once the layout has followed the width of the window. */
export async function expectNoSidewaysScroll(page) {
  await drawn(page);
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok(content <= window, `the page is ${content} wide in a window of ${window}`);
}

/** The keyboard has a place; what closes gives it back a moment later. */
export async function expectFocusNotLost(page) {
  await page.waitForFunction(() => (document.activeElement ?? document.body) !== document.body);
}

/** Waits until something has the keyboard, which a dialog takes only after it is drawn. */
export async function expectFocused(place) {
  await place.and(place.page().locator(':focus')).waitFor();
}

/** Opens the register of an account or of a special view by its name in the sidebar. */
export async function openRegister(page, name) {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  const grid = { name: new RegExp(`^Transactions, (Closed: )?${name}`, 'i') };
  await page.getByRole('grid', grid).waitFor();
}

export function registerGrid(page) {
  return page.getByRole('grid', { name: /^Transactions, / });
}

/** The row of a transaction by words of its name: date, payee, category, amount. */
export function registerRow(page, words) {
  return registerGrid(page).getByRole('row', { name: words }).first();
}

export function newTransaction(page) {
  return page.getByRole('form', { name: 'New transaction' });
}
