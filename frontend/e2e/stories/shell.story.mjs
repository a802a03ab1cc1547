import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage } from '../support/stage.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  notice,
  openDemo,
} from '../support/vocabulary.mjs';

let browser;
let page;

openStage(async (stage) => {
  ({ browser, page } = stage);
});

const look = async (width, theme) => {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
};

const LOOKS = [400, 800, 1440].flatMap((width) => [
  [width, 'light'],
  [width, 'dark'],
]);

for (const [width, theme] of LOOKS) {
  test(`the manager is accessible at ${width} px in the ${theme} theme`, async () => {
    await look(width, theme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('dialogs of the manager are accessible', async () => {
  await look(1280, 'light');
  await page.getByRole('button', { name: 'Import file' }).click();
  await page.getByRole('dialog', { name: 'Import file' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Import file' }).waitFor({ state: 'detached' });
});

test('the demo opens', async () => {
  await openDemo(page);
});

for (const [width, theme] of LOOKS) {
  test(`the budget is accessible at ${width} px in the ${theme} theme`, async () => {
    await look(width, theme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('the question mark lists the shortcuts, and Escape gives the focus back', async () => {
  await look(1280, 'light');
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Close the budget').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('button', { name: 'Theme' }));
});

test('the name of the budget is edited in place, in a field that has the keyboard', async () => {
  await page.locator('[data-budget-menu]').click();
  await page.getByRole('menuitem', { name: 'Rename Budget' }).click();
  const field = page.getByRole('textbox', { name: 'Budget name' });
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-budget-menu]:focus').waitFor();
});

test('a floating sidebar opens at the pointer and stays when it is pinned', async () => {
  await page.getByRole('button', { name: 'Hide sidebar' }).click();
  const rail = page.getByRole('button', { name: 'Open sidebar' });
  await rail.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Theme' }).focus();
  await rail.hover();
  await page.locator('[data-budget-menu]').click();
  await page.getByRole('menuitem', { name: 'Rename Budget' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pin sidebar' }).click();
  await rail.waitFor({ state: 'detached' });
  await page.locator('[data-region=sidebar] :focus').waitFor();
});

test('the theme that was chosen stays after a reload', {
  skip: process.env.SOBRE_FAKE,
}, async () => {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});

test('accounts show their balances in the sidebar', async () => {
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts
    .getByRole('link', { name: /, balance -?[\d,]+\.\d\d$/ })
    .first()
    .waitFor();
});

test('F6 goes round the parts of the page', async () => {
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.keyboard.press('F6');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('main') !== null));
  await page.keyboard.press('F6');
  assert.ok(
    await page.evaluate(() => document.activeElement?.closest('[data-region=sidebar]') !== null),
  );
});

test('with nothing to undo, nothing happens and no notice comes', async () => {
  await page.keyboard.press('ControlOrMeta+z');
  assert.equal(await notice(page, /Undid/).count(), 0);
});

test('no page reported a fault', () => assert.deepEqual(browser.faults, []));
