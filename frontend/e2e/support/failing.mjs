// Not a story: fails on purpose, for the one that looks at what a failure leaves.
import assert from 'node:assert/strict';
import { storiesFrom } from './stage.mjs';

const emptyPage = { launch: () => null, enter: () => {} };
const story = storiesFrom(emptyPage, {});

story('this one passes', async ({ page }) => {
  await page.setContent('<h1>Passed</h1>');
});

story('this one fails', async ({ page }) => {
  await page.setContent('<h1>Failed</h1>');
  assert.fail('on purpose');
});
