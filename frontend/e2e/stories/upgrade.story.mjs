import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';

// The part that is gone is told as an error.
const story = storiesFrom(demoBudget, { isReal: true, hasFaults: true });

story(
  'a part of the page that is gone since an upgrade loads it anew, and nothing fails',
  async ({ page }) => {
    // What was on the page at any time, told across its loadings.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const isFatal = document.body?.textContent.includes('Fatal Error');
        if (isFatal) sessionStorage.setItem('seen.fatal', 'yes');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    let isAnew = false;
    page.on('request', (request) => {
      isAnew ||= request.isNavigationRequest();
    });
    await page.route('**/assets/SettingsPage*.js', (route) =>
      isAnew ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
    );
    const settings = page.getByRole('link', { name: 'Settings' }).first();
    await settings.waitFor();
    await settings.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    assert.equal(isAnew, true);
    assert.equal(await page.evaluate(() => sessionStorage.getItem('seen.fatal')), null);
  },
);
