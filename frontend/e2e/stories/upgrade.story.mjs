import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, real } from '../support/stage.mjs';
import { openDemo } from '../support/vocabulary.mjs';

let page;

openStage(
  async (stage) => {
    page = stage.page;
    await openDemo(page);
  },
  { isReal: true },
);

test(
  'a part of the page that is gone since an upgrade loads it anew, and nothing fails',
  real,
  async () => {
    // What is on the page at any time, told across its loadings.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const isFatal = document.body?.textContent.includes('Fatal Error');
        const isAnew = document.querySelector('[aria-label="Loading the page anew"]') !== null;
        if (isFatal) sessionStorage.setItem('seen.fatal', 'yes');
        if (isAnew) sessionStorage.setItem('seen.anew', 'yes');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    let isAnew = false;
    page.on('domcontentloaded', () => {
      isAnew = true;
    });
    await page.route('**/assets/SettingsPage*.js', (route) =>
      isAnew ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
    );
    const settings = page.getByRole('link', { name: 'Settings' }).first();
    await settings.waitFor();
    await settings.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const seen = (what) => page.evaluate((key) => sessionStorage.getItem(key), `seen.${what}`);
    assert.equal(await seen('fatal'), null);
    assert.equal(await seen('anew'), 'yes');
  },
);
