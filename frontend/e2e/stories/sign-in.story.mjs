import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser } from '../support/browser.mjs';
import { setPassword, startProgram } from '../support/program.mjs';
import { expectAccessible } from '../support/vocabulary.mjs';

const PASSWORD = 'a long password';

/** An address of this computer that others reach it by, as far as it has one. */
const outside = () =>
  Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

let app;
let browser;
let page;
let address;

before(async () => {
  if (process.env.SOBRE_FAKE) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'sobre-e2e-'));
  setPassword(dataDir, PASSWORD);
  app = await startProgram({ dataDir, args: ['--host', '0.0.0.0', '--with-sync-server'] });
  address = `http://${outside()}:${new URL(app.url).port}/`;
  browser = await openBrowser();
  page = await browser.newPage();
});
after(async () => {
  await browser?.close();
  await app?.remove();
});

const story = (name, tell) => test(name, { skip: Boolean(process.env.SOBRE_FAKE) }, tell);

const signIn = async (password) => {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

story('a browser on another computer is asked for the password', async () => {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectAccessible(page);
});

story('a wrong password is told', async () => {
  await signIn('wrong');
  await page.getByRole('alert').getByText('Invalid password').waitFor();
});

story('the right one opens the application, and stays', async () => {
  await signIn(PASSWORD);
  await page.getByRole('button', { name: 'Import file' }).waitFor();
  assert.equal(page.url().startsWith(address), true);
  await page.reload();
  await page.getByRole('button', { name: 'Import file' }).waitFor();
});

story('the browser is signed out from the menu, and asked for the password again', async () => {
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out of this browser' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

story('a session that ends elsewhere leads to the password too', async () => {
  await signIn(PASSWORD);
  await page.getByRole('button', { name: 'Import file' }).waitFor();
  // Every session is over once the password is set anew with that wish.
  await app.stop();
  setPassword(app.dataDir, 'another password', ['--sign-out']);
  app = await app.restart();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 60_000 });
});

story('who is in is not asked once more by the sync server on the same computer', async () => {
  // By a number of that computer in its network: it is known who listens there.
  await signIn('another password');
  await page.getByRole('button', { name: 'Import file' }).waitFor();
  await page.goto(`${address}config-server`);
  await page.getByRole('button', { name: 'Use current origin' }).click();
  // A server without budgets gets one at once, which is sent there.
  await page.getByRole('button', { name: 'My Finances' }).waitFor();
  await page.getByRole('button', { name: 'Server', exact: true }).waitFor();
});

story('accounts are opened over a connection without TLS as anywhere', async () => {
  await page.goto(`${address}accounts`);
  await page.getByRole('heading', { level: 1, name: 'All accounts' }).waitFor();
});

story('nor is who signs in on the next day', async () => {
  await page.locator('[data-server-menu]').click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Another browser, which is asked for the password at the door.
  await browser.context.clearCookies();
  await page.goto(address);
  await signIn('another password');
  await page.getByRole('row', { name: 'My Finances' }).waitFor();
  await page.getByRole('button', { name: 'Server', exact: true }).waitFor();
});

story('signing out everywhere leaves only the browser at the computer itself', async () => {
  const own = await browser.newWindow();
  await own.goto(app.url);
  await own.getByRole('row', { name: 'My Finances' }).click();
  await own.goto(new URL('/settings', app.url).href);
  await own.getByRole('button', { name: 'Sign out everywhere' }).click();
  const asked = own.getByRole('alertdialog', { name: 'Sign out everywhere?' });
  await asked.getByRole('button', { name: 'Sign out everywhere' }).click();
  await own.getByText('Everyone else is signed out.').waitFor();
  await own.reload();
  await own.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await own.close();
});
