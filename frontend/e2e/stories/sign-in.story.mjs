import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { setPassword } from '../support/program.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { start } from '../support/starts.mjs';
import { expectAccessible } from '../support/vocabulary.mjs';

const PASSWORD = 'a long password';

/** An address of this computer that others reach it by, as far as it has one. */
const outside = () =>
  Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

const addressOf = (app) => `http://${outside()}:${new URL(app.url).port}/`;

/** The door of a program with a password, as a browser on another computer finds it. */
const door = start({
  prepare: (dataDir) => setPassword(dataDir, PASSWORD),
  enter: async (page, app) => {
    await page.goto(addressOf(app));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
});

let app;
let browser;
let page;
let address;

const args = ['--host', '0.0.0.0', '--with-sync-server'];
// A refusal is told as an error of the page.
const story = storiesFrom(door, { isReal: true, hasFaults: true, args }, (stage) => {
  ({ app, browser, page } = stage);
  address = addressOf(app);
});

const signIn = async (password) => {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs in, and waits for the list of budgets, which is empty. */
async function enter() {
  await signIn(PASSWORD);
  await page.getByRole('button', { name: 'Import file' }).waitFor();
}

/** Syncs with the server on the same computer, which knows by a number of its network who is in. */
async function useOwnServer() {
  await page.goto(`${address}config-server`);
  await page.getByRole('button', { name: 'Use current origin' }).click();
  // A server without budgets gets one at once, which is sent there.
  await page.getByRole('button', { name: 'My Finances' }).waitFor();
  await page.getByRole('button', { name: 'Server', exact: true }).waitFor();
}

story('a browser on another computer is asked for the password', async () => {
  await expectAccessible(page);
});

story('a wrong password is told', async () => {
  await signIn('wrong');
  await page.getByRole('alert').getByText('Invalid password').waitFor();
});

story('the right one opens the application, and stays', async () => {
  await enter();
  assert.equal(page.url().startsWith(address), true);
  await page.reload();
  await page.getByRole('button', { name: 'Import file' }).waitFor();
});

story('the browser is signed out from the menu, and asked for the password again', async () => {
  await enter();
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out of this browser' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

story('a session that ends elsewhere leads to the password too', async () => {
  await enter();
  // Every session is over once the password is set anew with that wish.
  await app.stop();
  setPassword(app.dataDir, 'another password', ['--sign-out']);
  await app.restart();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 60_000 });
  await signIn('another password');
  await page.getByRole('button', { name: 'Import file' }).waitFor();
});

story('who is in is not asked once more by the sync server on the same computer', async () => {
  await enter();
  await useOwnServer();
});

story('accounts are opened over a connection without TLS as anywhere', async () => {
  await enter();
  await useOwnServer();
  await page.goto(`${address}accounts`);
  await page.getByRole('heading', { level: 1, name: 'All accounts' }).waitFor();
});

story('nor is who signs in on the next day', async () => {
  await enter();
  await useOwnServer();
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Another browser, which is asked for the password at the door.
  await browser.context.clearCookies();
  await page.goto(address);
  await signIn(PASSWORD);
  await page.getByRole('row', { name: 'My Finances' }).waitFor();
  await page.getByRole('button', { name: 'Server', exact: true }).waitFor();
});

story('signing out everywhere leaves only the browser at the computer itself', async () => {
  await enter();
  await useOwnServer();
  const own = await browser.newWindow();
  await own.goto(app.url);
  await own.locator('[data-budget-menu]').waitFor();
  await own.goto(new URL('/settings', app.url).href);
  await own.getByRole('button', { name: 'Sign out everywhere' }).click();
  const asked = own.getByRole('alertdialog', { name: 'Sign out everywhere?' });
  await asked.getByRole('button', { name: 'Sign out everywhere' }).click();
  await own.getByText('Everyone else is signed out.').waitFor();
  await own.reload();
  await own.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  // The page leaves by itself; opening it here would cut across that.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
