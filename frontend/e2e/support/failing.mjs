// Not a story: fails on purpose, for the one that looks at what a failure leaves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from './browser.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test('this one passes', async () => {
  await browser.context.pages()[0].setContent('<h1>Passed</h1>');
});

test('this one fails', async () => {
  await browser.context.pages()[0].setContent('<h1>Failed</h1>');
  assert.fail('on purpose');
});
