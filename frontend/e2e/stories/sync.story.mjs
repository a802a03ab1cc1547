// Two computers and a sync server on one machine.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from '../support/browser.mjs';
import { startProgram, startSyncServer } from '../support/program.mjs';
import { real } from '../support/stage.mjs';
import {
  budgetGrid,
  budgetRow,
  closeBudget,
  editBudgeted,
  expectAccessible,
  expectCell,
  goToBudget,
  heading,
  notice,
  putTourAside,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
const PASSWORD = 'the password of the server';
const NEWER = 'a newer password';
const KEY = 'the password of the budget';

let server;
let browser;
/** The desk and the phone: a program each, and a tab on it. */
let desk;
let phone;
let categories;

async function openDevice() {
  const app = await startProgram();
  const page = await browser.newPage();
  await page.goto(app.url);
  await heading(page).waitFor();
  await putTourAside(page);
  return { app, page };
}

before(async () => {
  if (process.env.SOBRE_FAKE) return;
  server = await startSyncServer();
  browser = await openBrowser();
  desk = await openDevice();
  phone = await openDevice();
});
after(async () => {
  await browser?.close();
  await desk?.app.remove();
  await phone?.app.remove();
  await server?.remove();
});

const title = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
const passwordField = (page) => page.getByRole('textbox', { name: 'Password', exact: true });
/** Not the menu of the account beside it, which may say "Offline" too. */
const syncButton = (page, name) =>
  page.locator('span[aria-busy]').getByRole('button', { name, exact: true });

async function keepPicture(page, name) {
  if (!process.env.SOBRE_SHOTS) return;
  mkdirSync(process.env.SOBRE_SHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SOBRE_SHOTS, `${name}.png`) });
}

/** The first run offers a server below the ways to a budget. */
async function useServer(page, url) {
  const offer = page.getByRole('link', { name: 'Sync across devices: connect a server' });
  const asked = page.getByRole('heading', { level: 1, name: "Where's the server?" });
  await offer.or(asked).waitFor();
  if (await offer.isVisible()) await offer.click();
  await title(page, "Where's the server?");
  await page.getByRole('textbox', { name: 'Server URL' }).fill(url);
  await page.keyboard.press('Enter');
}

test('an address where nobody answers is told; a bare host is tried with https', real, async () => {
  await useServer(desk.page, '127.0.0.1:9');
  await desk.page.getByText('Server is not running at this URL.').waitFor();
  const field = desk.page.getByRole('textbox', { name: 'Server URL' });
  assert.equal(await field.inputValue(), 'https://127.0.0.1:9');
  await expectAccessible(desk.page);
});

test('a new server is given its password, and who does that is signed in', real, async () => {
  const { page } = desk;
  await page.getByRole('textbox', { name: 'Server URL' }).fill(server.url);
  await page.keyboard.press('Enter');
  await title(page, 'Welcome');
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('another');
  await page.keyboard.press('Enter');
  await page.getByText('Passwords do not match').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
});

test('its first budget is made by itself and is on the server at once', real, async () => {
  const { page } = desk;
  await page.getByText('No accounts yet').first().waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText(`This budget is synced with ${server.url}.`).waitFor();
  await syncButton(page, 'Sync').waitFor();
  await goToBudget(page);
});

test('another computer signs in and downloads it', real, async () => {
  const { page } = phone;
  await useServer(page, server.url);
  await title(page, 'Sign in');
  await passwordField(page).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Invalid password').waitFor();
  await expectAccessible(page);
  await passwordField(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Available for download').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('row', { name: /^My Finances/ })
    .first()
    .click();
  await page.locator('[data-budget-menu]').waitFor();
  await goToBudget(page);
  const headers = page.locator('[role=row][aria-level="2"] [role=rowheader]');
  const names = await headers.evaluateAll((all) => all.map((one) => one.ariaLabel));
  categories = names.slice(0, 2).map((name) => name.split(',')[0]);
});

test('an edit on one is in the other at once', real, async () => {
  await editBudgeted(desk.page, categories[0], MONTH, '10');
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '10.00');
  await editBudgeted(phone.page, categories[0], MONTH, '20');
  await expectCell(desk.page, categories[0], 'Budgeted', MONTH, '20.00');
});

test('both are edited while the server is away, and both edits are kept', real, async () => {
  await server.stop();
  await editBudgeted(desk.page, categories[0], MONTH, '30');
  await editBudgeted(phone.page, categories[1], MONTH, '40');
  await syncButton(desk.page, 'Offline').waitFor();
  server = await server.restart();
  for (const { page } of [desk, phone]) {
    await syncButton(page, /^(Offline|Sync)$/).click();
    await syncButton(page, 'Sync').waitFor();
  }
  for (const { page } of [desk, phone]) {
    await expectCell(page, categories[0], 'Budgeted', MONTH, '30.00');
    await expectCell(page, categories[1], 'Budgeted', MONTH, '40.00');
  }
});

/** Answers the question that is open with the button of that name. */
const answer = (page, name) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

test(
  'sync is reset, and an earlier upload restored; the other computer takes it',
  real,
  async () => {
    const { page } = desk;
    await page.bringToFront();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Advanced settings' }).click();
    await page.getByRole('button', { name: 'Reset sync' }).click();
    await expectAccessible(page);
    await answer(page, 'Reset sync');
    await page.getByText('Sync was reset and this budget uploaded.').waitFor();
    await page.getByRole('button', { name: 'Earlier uploads…' }).click();
    const earlier = page.getByRole('button', { name: /^Restore the upload of/ }).first();
    await earlier.waitFor();
    await expectAccessible(page);
    await earlier.click();
    await answer(page, 'Restore');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.locator('[data-budget-menu]').waitFor();
    await goToBudget(page);
    await expectCell(page, categories[0], 'Budgeted', MONTH, '0.00');
    await phone.page.bringToFront();
    await syncButton(phone.page, /^Sync/).click();
    await phone.page.getByRole('button', { name: 'Revert' }).click();
    await goToBudget(phone.page);
    await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '0.00');
    await editBudgeted(page, categories[0], MONTH, '30');
    await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '30.00');
  },
);

test('encryption is switched on; the other computer is told', real, async () => {
  const { page } = desk;
  await page.bringToFront();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Enable encryption…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enable encryption' });
  await passwordField(dialog).fill(KEY);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('This budget is encrypted.').waitFor({ timeout: 60_000 });
  await syncButton(phone.page, 'Sync').click();
  await notice(phone.page, 'Syncing has been reset on this cloud file').waitFor();
  await expectAccessible(phone.page);
});

test('which reverts to it and is asked for the password', real, async () => {
  const { page } = phone;
  await page.getByRole('button', { name: 'Revert' }).click();
  const dialog = page.getByRole('dialog', { name: /^(This file is encrypted|Unable to decrypt)/ });
  await dialog.waitFor();
  await passwordField(dialog).fill('wrong');
  await page.keyboard.press('Enter');
  await page
    .getByText('Unable to decrypt file with this password. Please try again.')
    .waitFor({ timeout: 60_000 });
  await passwordField(dialog).fill(KEY);
  await page.keyboard.press('Enter');
  // The budget stays open until its key is there, and what it was is kept.
  await notice(page, "Switched to the server's copy").waitFor({ timeout: 60_000 });
  await goToBudget(page);
  await expectCell(page, categories[0], 'Budgeted', MONTH, '30.00');
});

test('and both stay in step', real, async () => {
  await goToBudget(desk.page);
  await editBudgeted(phone.page, categories[1], MONTH, '50');
  await budgetRow(desk.page, categories[1]).waitFor();
  await expectCell(desk.page, categories[1], 'Budgeted', MONTH, '50.00');
});

test('the copy of one computer is deleted and downloaded again', real, async () => {
  const { page } = phone;
  await closeBudget(page);
  await page
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const everywhere = page.getByRole('button', { name: 'Delete from all devices' });
  assert.equal(await everywhere.isDisabled(), true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete from this device only' }).click();
  await page.getByText('Available for download').waitFor();
  await page
    .getByRole('row', { name: /^My Finances/ })
    .first()
    .click();
  await goToBudget(page);
  await budgetGrid(page).waitFor();
});

test('devices that are signed in are listed, and all others signed out at once', real, async () => {
  const { page } = desk;
  // A tab behind another one draws no frames: its menus would never come to rest.
  await page.bringToFront();
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Signed-in devices…' }).click();
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await devices.nth(1).waitFor();
  assert.equal(await devices.count(), 2);
  await page.getByText('This device', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await devices.nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await phone.page.bringToFront();
  await syncButton(phone.page, 'Sync').click();
  await notice(phone.page, 'Unable to authenticate with the server').waitFor();
  await expectAccessible(phone.page);
});

test('the password is changed and the computer signed out', real, async () => {
  const { page } = desk;
  await page.bringToFront();
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await passwordField(page).fill(NEWER);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(NEWER);
  await page.keyboard.press('Enter');
  await page.getByText('Password successfully changed').waitFor();
  await title(page, 'Budgets');
  await page
    .getByRole('row', { name: /^My Finances/ })
    .first()
    .click();
  await page.locator('[data-budget-menu]').waitFor();
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await title(page, 'Sign in');
});

const openHere = (page) => page.getByRole('button', { name: 'Open a budget of this device…' });

test(
  'who is signed out opens what is on the device, and comes back to it signed in',
  real,
  async () => {
    const { page } = desk;
    await openHere(page).click();
    await page.getByRole('list', { name: 'Budgets on this device' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^My Finances/ }).click();
    await page.locator('[data-budget-menu]').waitFor();
    await page.locator('[data-server-menu]').click();
    await page.getByRole('menuitem', { name: 'Sign in' }).click();
    await title(page, 'Sign in');
    await passwordField(page).fill(NEWER);
    await page.keyboard.press('Enter');
    await page.locator('[data-budget-menu]').waitFor();
    await syncButton(page, 'Sync').waitFor();
  },
);

test(
  'a budget that is deleted everywhere is closed elsewhere, and can be had back',
  real,
  async () => {
    const { page } = phone;
    await page.bringToFront();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await title(page, 'Sign in');
    await passwordField(page).fill(NEWER);
    await page.keyboard.press('Enter');
    await page.locator('[data-budget-menu]').waitFor();
    await syncButton(page, 'Sync').waitFor();
    await desk.page.bringToFront();
    await closeBudget(desk.page);
    await desk.page
      .getByRole('button', { name: /^Options for/ })
      .first()
      .click();
    await desk.page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = desk.page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('My Finances');
    await question.getByRole('button', { name: 'Delete from all devices' }).click();
    await desk.page.getByRole('button', { name: 'Deleted from the server…' }).waitFor();
    await keepPicture(desk.page, 'deleted-from-the-server');
    await page.bringToFront();
    await page.reload();
    await page.getByText('Another device deleted it from the server.').waitFor();
    await keepPicture(page, 'deleted-elsewhere');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'OK' }).click();
    await title(page, 'Budgets');
  },
);
