// Two computers and a sync server on one machine.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram, startSyncServer } from '../support/program.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { copyOf, noBudget, rememberBudget, templateDir, withProgram } from '../support/starts.mjs';
import {
  budgetGrid,
  budgetRow,
  closeBudget,
  editBudgeted,
  expectAccessible,
  expectCell,
  goToBudget,
  notice,
} from '../support/vocabulary.mjs';

const MONTH = 'November 2026';
const PASSWORD = 'the password of the server';
const NEWER = 'a newer password';
const KEY = 'the password of the budget';

let server;
/** The desk and the phone: a program each, and a tab on it. */
let desk;
let phone;
/** Two categories of the budget. */
let categories;

/** Signs a program in to the server. */
async function joinServer(send, url) {
  await send('set-server-url', { url });
  await send('subscribe-sign-in', { password: PASSWORD });
}

/**
 * What is before the stories, made once: the directories of a server with a password and of two
 * computers that are signed in to it. The budget of the desk is on the server, and on the phone.
 */
async function prepareHousehold() {
  const dirs = { server: templateDir(), desk: templateDir(), phone: templateDir() };
  const running = await startSyncServer({ dataDir: dirs.server });
  const { url } = running;
  let budget;
  await withProgram(dirs.desk, async (send) => {
    await send('set-server-url', { url });
    await send('subscribe-bootstrap', { password: PASSWORD });
    ({ id: budget } = await send('create-budget'));
    await send('upload-budget', { id: budget });
  });
  let downloaded;
  await withProgram(dirs.phone, async (send) => {
    await joinServer(send, url);
    const [{ fileId }] = await send('get-remote-files');
    ({ id: downloaded } = await send('download-budget', { fileId }));
  });
  await running.stop();
  return { dirs, port: Number(new URL(url).port), budgets: { desk: budget, phone: downloaded } };
}

let prepared;
const prepare = () => {
  prepared ??= prepareHousehold();
  return prepared;
};

/** The computers run on copies, and the server at the address that they know. */
async function runServer() {
  const { dirs, port } = await prepare();
  server = await startSyncServer({ dataDir: copyOf(dirs.server), port });
}

async function openBudget(page, app, budget) {
  await rememberBudget(page.context(), app, budget);
  await page.goto(app.url);
  await page.getByText('No accounts yet').first().waitFor();
  await goToBudget(page);
}

/** A server and the desk, at the budget that both have. */
const household = {
  launch: async () => {
    await runServer();
    const { dirs } = await prepare();
    return startProgram({ dataDir: copyOf(dirs.desk) });
  },
  enter: async (page, app) => openBudget(page, app, (await prepare()).budgets.desk),
};

const options = { isReal: true, hasFaults: true };

/** Two computers that share a budget. */
const story = storiesFrom(household, options, async (stage) => {
  const { app, browser, page, also } = stage;
  also.push(server);
  desk = { app, page };
  const { dirs, budgets } = await prepare();
  phone = { app: await startProgram({ dataDir: copyOf(dirs.phone) }) };
  also.push(phone.app);
  phone.page = await browser.newPage();
  await openBudget(phone.page, phone.app, budgets.phone);
  const headers = page.locator('[role=row][aria-level="2"] [role=rowheader]');
  await headers.nth(1).waitFor();
  const names = await headers.evaluateAll((all) => all.map((one) => one.ariaLabel));
  categories = names.slice(0, 2).map((name) => name.split(',')[0]);
});

/** One computer without a budget. */
const storyOfOne = storiesFrom(noBudget, options, ({ app, page }) => {
  desk = { app, page };
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
  const asked = page.getByRole('heading', { level: 1, name: 'Connect a server' });
  await offer.or(asked).waitFor();
  if (await offer.isVisible()) await offer.click();
  await title(page, 'Connect a server');
  await page.getByRole('textbox', { name: 'Server URL' }).fill(url);
  await page.keyboard.press('Enter');
}

storyOfOne('an address where nobody answers is told; a bare host is tried with https', async () => {
  await useServer(desk.page, '127.0.0.1:9');
  await desk.page.getByText('Server is not running at this URL.').waitFor();
  const field = desk.page.getByRole('textbox', { name: 'Server URL' });
  assert.equal(await field.inputValue(), 'https://127.0.0.1:9');
  await expectAccessible(desk.page);
});

storyOfOne('a new server is given its password; it has the first budget at once', async (stage) => {
  const { page } = desk;
  server = await startSyncServer();
  stage.also.push(server);
  await useServer(page, server.url);
  await title(page, 'Welcome');
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('another');
  await page.keyboard.press('Enter');
  await page.getByText('Passwords do not match').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  // Who gives the password is signed in, and the first budget is made by itself.
  await page.getByText('No accounts yet').first().waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText(`This budget is synced with ${server.url}.`).waitFor();
  await syncButton(page, 'Sync').waitFor();
  await goToBudget(page);
});

storyOfOne('another computer signs in and downloads the budget', async (stage) => {
  const { page } = desk;
  await runServer();
  stage.also.push(server);
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
});

story('an edit on one is in the other at once', async () => {
  await editBudgeted(desk.page, categories[0], MONTH, '10');
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '10.00');
  await editBudgeted(phone.page, categories[0], MONTH, '20');
  await expectCell(desk.page, categories[0], 'Budgeted', MONTH, '20.00');
});

story('both are edited while the server is away, and both edits are kept', async () => {
  await server.stop();
  await editBudgeted(desk.page, categories[0], MONTH, '30');
  await editBudgeted(phone.page, categories[1], MONTH, '40');
  await syncButton(desk.page, 'Offline').waitFor();
  await server.restart();
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

story('sync is reset, and an earlier upload restored; the other computer takes it', async () => {
  const { page } = desk;
  await editBudgeted(page, categories[0], MONTH, '30');
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '30.00');
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
  // Until then the budget of before is open.
  await notice(phone.page, "Switched to the server's copy").waitFor();
  await goToBudget(phone.page);
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '0.00');
  await editBudgeted(page, categories[0], MONTH, '30');
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '30.00');
});

/** Encrypts the budget at the desk; the phone is told. */
async function encrypt() {
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
}

/** Takes the encrypted budget over at the phone, by its password. */
async function revertToEncrypted() {
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
}

story('encryption is switched on; the other computer takes it over and stays in step', async () => {
  await editBudgeted(desk.page, categories[0], MONTH, '30');
  await expectCell(phone.page, categories[0], 'Budgeted', MONTH, '30.00');
  await encrypt();
  await revertToEncrypted();
  await goToBudget(desk.page);
  await editBudgeted(phone.page, categories[1], MONTH, '50');
  await budgetRow(desk.page, categories[1]).waitFor();
  await expectCell(desk.page, categories[1], 'Budgeted', MONTH, '50.00');
});

story('the copy of one computer is deleted and downloaded again', async () => {
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

/** Signs in where that is asked for; the budget is there again and synced. */
async function signIn(page, password) {
  await title(page, 'Sign in');
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('[data-budget-menu]').waitFor();
  await syncButton(page, 'Sync').waitFor();
}

story('devices that are signed in are listed, and all others signed out at once', async () => {
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
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn(phone.page, PASSWORD);
});

story('the password is changed and the computer signed out', async () => {
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
  await signOut(page);
  await openHere(page);
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await signIn(page, NEWER);
});

async function signOut(page) {
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await title(page, 'Sign in');
}

/** Opens the budget while nobody is signed in; `look` sees the list of budgets. */
async function openHere(page, { look } = {}) {
  await page.getByRole('button', { name: 'Open a budget of this device…' }).click();
  await page.getByRole('list', { name: 'Budgets on this device' }).waitFor();
  await look?.();
  await page.getByRole('button', { name: /^My Finances/ }).click();
  await page.locator('[data-budget-menu]').waitFor();
}

story('who is signed out opens what is on the device, and comes back to it signed in', async () => {
  const { page } = desk;
  await page.bringToFront();
  await signOut(page);
  await openHere(page, { look: () => expectAccessible(page) });
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await signIn(page, PASSWORD);
});

story('a budget that is deleted everywhere is closed elsewhere, and can be had back', async () => {
  const { page } = phone;
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
});
