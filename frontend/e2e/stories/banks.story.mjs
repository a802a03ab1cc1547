// Accounts that a bank fills: linked, synced, renewed and unlinked, with invented banks.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startFakeBanks } from '../support/fakeBanks.mjs';
import { storiesFrom } from '../support/stage.mjs';
import { newBudget } from '../support/starts.mjs';
import { expectAccessible, expectFocused, notice } from '../support/vocabulary.mjs';

const banks = process.env.SOBRE_FAKE ? null : await startFakeBanks();
after(() => banks?.remove());

let page;
const story = storiesFrom(newBudget, { isReal: true, args: banks?.args ?? [] }, (stage) => {
  page = stage.page;
});

const dialog = (name) => page.getByRole('dialog', { name });
const sidebar = () => page.getByRole('navigation', { name: 'Accounts' });
const button = (name) => page.getByRole('button', { name, exact: true });

/** Goes from "Add account" to the form of a provider. */
async function openProvider(name) {
  await sidebar().getByRole('button', { name: 'Add account' }).click();
  await dialog('Add account').getByRole('button', { name: 'Set up a provider…' }).click();
  const choose = dialog('Set up a provider');
  await expectAccessible(page);
  await choose.getByRole('button', { name: `Set up ${name}` }).click();
  await dialog(`Set up ${name}`).waitFor();
  await expectAccessible(page);
}

async function setUpSimpleFin(world) {
  await openProvider('SimpleFIN');
  await dialog('Set up SimpleFIN').getByLabel('Setup token').fill(banks.setupToken(world));
  await button('Save and continue').click();
  await dialog('Select accounts to link').waitFor();
}

/** Chooses how to link an account at the bank. */
async function choose(external, option) {
  await button(new RegExp(`How to link ${external}`)).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function linkChosen() {
  await expectAccessible(page);
  await button('Next').click();
  await dialog('Set up the linked accounts').waitFor();
  await expectAccessible(page);
  await dialog('Set up the linked accounts')
    .getByRole('button', { name: 'Link', exact: true })
    .click();
  await button('Done').click();
}

story('two accounts are linked by SimpleFIN, synced and unlinked', async () => {
  const world = 'basic~two';
  await setUpSimpleFin(world);
  const offers = page.getByRole('list', { name: 'Accounts at your bank' });
  const named = offers.getByRole('listitem').locator('[class*=bankName]');
  await named.nth(1).waitFor();
  const names = await named.allTextContents();
  await choose(names[0], 'New account');
  await choose(names[1], 'New account');
  await linkChosen();
  await sidebar()
    .getByRole('link', { name: new RegExp(names[0]) })
    .waitFor();
  await sidebar()
    .getByRole('link', { name: new RegExp(names[1]) })
    .waitFor();

  await page.goto(new URL('/bank-sync', page.url()).href);
  await page.getByRole('heading', { name: 'Bank sync' }).waitFor();
  await page.getByText('Agrees with your bank.').first().waitFor();
  await expectAccessible(page);
  await banks.advance(world);
  await button('Sync all').click();
  await notice(page, /^Added \d+ transactions? from your bank/).waitFor();
  await button(`Last imports of ${names[0]}`).click();
  await page.locator('summary').first().click();
  await expectAccessible(page);

  await button(`Unlink ${names[0]}`).click();
  await page.getByText('Its transactions stay. New ones will no longer come in.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await notice(page, `Unlinked ${names[0]}`).waitFor();
  await button(`Link ${names[0]} with a bank`).waitFor();
});

story('a pending transaction becomes a booked one', async () => {
  const world = 'pending~booked';
  await setUpSimpleFin(world);
  await choose('Everyday Checking', 'New account');
  await linkChosen();
  await sidebar()
    .getByRole('link', { name: /Everyday Checking/ })
    .click();
  const pending = page.locator('[data-pending]');
  await pending.first().waitFor();
  await expectAccessible(page);
  const before = await pending.count();
  await banks.advance(world);
  await button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Sync with bank' }).click();
  await notice(page, /from your bank/).waitFor();
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-pending]').length < count,
    before,
  );
  await button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Bank sync settings' }).click();
  await page.getByText('Only the balance (investments)').click();
  await button('Save').click();
  await notice(page, 'Saved the bank sync settings of Everyday Checking').waitFor();
  await expectFocused(page.getByRole('heading', { name: 'Bank sync', exact: true }));
});

/** Signs in at the bank of a world in the tab that the app opened. */
async function signInAtBank(world) {
  const opened = page.context().waitForEvent('page');
  await button('Continue in the browser').click();
  const tab = await opened;
  await tab.waitForURL(/\/plaid\/hosted\//);
  await tab.goto(`${tab.url()}?finish=1&world=${world}`);
  await tab.close();
}

story('a sign-in that expired is renewed', async () => {
  const world = 'expired~login';
  await openProvider('Plaid');
  const form = dialog('Set up Plaid');
  await form.getByLabel('Client ID').fill('fake-client');
  await form.getByLabel('Secret').fill('fake-secret');
  await button('Save and continue').click();
  await dialog('Link accounts').waitFor();
  await expectAccessible(page);
  await signInAtBank(world);
  await dialog('Select accounts to link').waitFor();
  await choose('Everyday Checking', 'New account');
  await linkChosen();
  await sidebar()
    .getByRole('link', { name: /Everyday Checking/ })
    .click();

  await banks.advance(world);
  await button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Sync with bank' }).click();
  const banner = page.getByRole('region', { name: 'Bank connection' });
  await banner.getByText(/you need to login again/).waitFor();
  await sidebar()
    .getByRole('link', { name: /Everyday Checking, needs attention/ })
    .waitFor();
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Reauthorize' }).click();
  await dialog('Sign in again').waitFor();
  await signInAtBank(world);
  await page.getByText('Connected again.').waitFor();
  await notice(page, 'could not be synced').waitFor({ state: 'detached' });
  await button('OK').click();
  await banner.waitFor({ state: 'detached' });
});

story('nobody sees a credential again', async () => {
  const world = 'basic~secret';
  await setUpSimpleFin(world);
  await page.keyboard.press('Escape');
  await page.goto(new URL('/bank-sync', page.url()).href);
  await button('Actions for SimpleFIN').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = dialog('Edit SimpleFIN').getByLabel('Setup token');
  assert.equal(await field.inputValue(), '');
  assert.equal(await field.getAttribute('type'), 'password');
});

story('help explains the providers that can be set up, and no others', async () => {
  await page.goto(new URL('/bank-sync', page.url()).href);
  const providers = page
    .getByRole('region', { name: 'Providers' })
    .getByRole('heading', { level: 3 });
  await providers.first().waitFor();
  const names = await providers.allTextContents();
  await button('Help with bank sync').click();
  const help = dialog('Linking your bank');
  await help.getByRole('heading', { name: 'Is this safe?' }).waitFor();
  const explained = await help.getByRole('heading', { level: 3 }).allTextContents();
  assert.deepEqual(
    explained.filter((text) => !/\?|Good to know/.test(text)),
    names,
  );
  await page.keyboard.press('Escape');
});

/** A provider and its banks, some with more facts and longer names than fit in a line. */
const MANY_BANKS = {
  'bank/providers': [
    {
      ...{ id: 'enableBanking', name: 'Enable Banking', regions: ['EEA'], fields: [] },
      ...{ configured: 'server', canConfigure: true, browser: true, needsInstitution: true },
    },
  ],
  'bank/institutions': Array.from({ length: 12 }, (_, at) => ({
    id: `bank ${at}`,
    name: at % 2 ? `Bank ${at}` : `Savings and Loan Association of Greater Northern Lakes ${at}`,
    countries: ['FI'],
    ...(at % 3 ? { consentDays: 90, historyDays: 730 } : {}),
  })),
};

/** Answers some calls of the page in place of the program. */
async function answerCalls(answers) {
  await page.routeWebSocket(/\/ws/, (socket) => {
    const program = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, name } = JSON.parse(message);
      if (!(name in answers)) program.send(message);
      else socket.send(JSON.stringify({ id, result: answers[name] }));
    });
  });
  await page.reload();
}

story('the banks of a country stand below each other on a phone', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await answerCalls(MANY_BANKS);
  await page.goto(new URL('/accounts', page.url()).href);
  await button('Add account').click();
  await dialog('Add account')
    .getByRole('button', { name: /^Enable Banking/ })
    .click();
  const banks = page.getByRole('radiogroup', { name: 'Banks' }).locator('label');
  await banks.first().waitFor();
  await expectAccessible(page);
  const hidden = await banks.evaluateAll((rows) =>
    rows.map((row) => row.scrollHeight - row.clientHeight),
  );
  assert.equal(hidden.length, 12);
  assert.ok(hidden.every((px) => px <= 0));
});
