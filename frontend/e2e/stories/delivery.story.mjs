import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import { budgetGrid, loadNothingAhead } from '../support/vocabulary.mjs';

const REQUESTS = 12;
const BYTES = 280_000;
/** What the socket brings of the demo with six months. */
const SOCKET_BYTES = 40_000;

let page;

const story = storiesFrom(demoBudget, { isReal: true, width: 1440 }, (stage) => {
  ({ page } = stage);
});

/** One before the first month in view to four after it, as the demo opens in November. */
const PRELOADED = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'];

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

story('the budget opens with few requests and few bytes', async () => {
  // On a slow computer parts would be loaded ahead before the page has been quiet.
  await loadNothingAhead(page);
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

story('each month comes over the socket once, and none that is far from view', async () => {
  const asked = [];
  let bytes = 0;
  const opened = page.waitForEvent('websocket');
  // The first frames come while the page is still loading.
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { args } = JSON.parse(payload);
      asked.push(...(args?.months ?? [args?.month].filter(Boolean)));
    });
    socket.on('framereceived', ({ payload }) => {
      bytes += payload.length;
    });
  });
  await page.reload();
  const socket = await opened;
  await page.getByRole('region', { name: 'January 2027 summary' }).waitFor();
  const isNext = ({ payload }) => payload.includes('2027-04');
  const next = socket.waitForEvent('framesent', isNext);
  await page.keyboard.press(']');
  await page.getByRole('region', { name: 'February 2027 summary' }).waitFor();
  await next;
  assert.deepEqual(asked.toSorted(), [...PRELOADED, '2027-04']);
  assert.ok(bytes < SOCKET_BYTES, `${bytes} bytes over the socket`);
});
