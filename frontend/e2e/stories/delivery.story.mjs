import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, real } from '../support/stage.mjs';
import { budgetGrid, openDemo } from '../support/vocabulary.mjs';

const REQUESTS = 12;
const BYTES = 280_000;

let browser;
let page;

const stage = openStage(
  async () => {
    ({ browser, page } = stage);
    await openDemo(page);
  },
  { isReal: true },
);

/** What comes over the network until the page has been quiet for half a second. */
async function loadedBy(work) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const bytes = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    bytes.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = bytes.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await work();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return [...bytes.values()];
}

test('the budget opens with few requests and few bytes', real, async () => {
  const cold = await loadedBy(async () => {
    await page.reload();
    await budgetGrid(page).waitFor();
  });
  const told = cold.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');
  const sum = cold.reduce((total, { bytes }) => total + bytes, 0);
  assert.ok(cold.length <= REQUESTS, `${cold.length} requests:\n${told}`);
  assert.ok(sum <= BYTES, `${sum} bytes:\n${told}`);
  assert.ok(sum > BYTES / 4, 'the cache was empty');
});

test('no page reported a fault', real, () => assert.deepEqual(browser.faults, []));
