import assert from 'node:assert/strict';
import { real, storiesFrom } from '../support/stage.mjs';
import { demoBudget, noBudget } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  notice,
  openDemo,
} from '../support/vocabulary.mjs';

let page;

const story = storiesFrom(demoBudget, {}, (stage) => {
  ({ page } = stage);
});

const look = async (width, theme) => {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
};

/** What is on the page is accessible in the light theme and in the dark one. */
async function expectAccessibleIn(width) {
  for (const theme of ['light', 'dark']) {
    await look(width, theme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}

for (const width of [400, 800, 1440]) {
  story(`the manager is accessible at ${width} px in both themes`, { from: noBudget }, async () => {
    await expectAccessibleIn(width);
  });

  story(`the budget is accessible at ${width} px in both themes`, async () => {
    await expectAccessibleIn(width);
  });
}

story('dialogs of the manager are accessible', { from: noBudget }, async () => {
  await look(1280, 'light');
  await page.getByRole('button', { name: 'Import file' }).click();
  await page.getByRole('dialog', { name: 'Import file' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Import file' }).waitFor({ state: 'detached' });
});

story('the demo opens', { from: noBudget }, async () => {
  await openDemo(page);
});

story('the question mark lists the shortcuts, and Escape gives the focus back', async () => {
  await look(1280, 'light');
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Switch budget').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('button', { name: 'Theme' }));
});

story('the name of the budget is edited in place, in a field that has the keyboard', async () => {
  await page.locator('[data-budget-menu]').click();
  await page.getByRole('menuitem', { name: 'Rename Budget' }).click();
  const field = page.getByRole('textbox', { name: 'Budget name' });
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-budget-menu]:focus').waitFor();
});

story('a floating sidebar opens at the pointer and stays when it is pinned', async () => {
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

story('the theme that was chosen stays after a reload', real, async () => {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});

story('accounts show their balances in the sidebar', async () => {
  const accounts = page.getByRole('navigation', { name: 'Accounts' });
  await accounts
    .getByRole('link', { name: /, balance -?[\d,]+\.\d\d$/ })
    .first()
    .waitFor();
});

story('F6 goes round the parts of the page', async () => {
  await page.getByRole('button', { name: 'Theme' }).focus();
  await page.keyboard.press('F6');
  await page.locator('main :focus, main:focus').waitFor();
  await page.keyboard.press('F6');
  await page.locator('[data-region=sidebar] :focus').waitFor();
});

story('with nothing to undo, nothing happens and no notice comes', async () => {
  await page.keyboard.press('ControlOrMeta+z');
  assert.equal(await notice(page, /Undid/).count(), 0);
});
