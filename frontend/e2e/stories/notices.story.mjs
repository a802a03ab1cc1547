// Every problem of syncing as it is told, at the sizes and in the themes it is read in. The words
// come to the tab as the program would push them. With SOBRE_SHOTS each is kept as a picture.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import { expectAccessible, expectNoSidewaysScroll, notice, rest } from '../support/vocabulary.mjs';

let page;
let push;

/** The demo budget, in a page that is told what the program never says here. */
const overheard = {
  ...demoBudget,
  enter: async (page, app) => {
    await page.routeWebSocket(/\/ws/, (socket) => {
      socket.connectToServer();
      push = (data) => socket.send(JSON.stringify({ event: 'sync-event', data }));
    });
    await demoBudget.enter(page, app);
  },
};

const story = storiesFrom(overheard, { isReal: true, width: 1440, height: 820 }, (stage) => {
  ({ page } = stage);
});

const missing = { isMissingKey: true };
const NOTICES = [
  ['out-of-sync', 'Your data is out of sync', 'Repair'],
  ['file-old-version', 'The product has updated the syncing format', 'Reset sync'],
  ['file-key-mismatch', 'Your encryption key needs to be reset', 'Reset key'],
  ['file-not-found', 'This file is not a cloud file', 'Register'],
  ['file-needs-upload', 'File needs upload', 'Upload'],
  ['file-has-reset', 'Syncing has been reset on this cloud file', 'Revert'],
  ['file-has-new-key', 'Syncing has been reset on this cloud file', 'Revert'],
  ['encrypt-failure', 'Missing encryption key', 'Create key', missing],
  ['decrypt-failure', 'Missing encryption key', 'Create key', missing],
  ['encrypt-failure', 'Encryption failed', 'Reset key'],
  ['invalid-schema', 'Update required', null],
  ['clock-drift', 'A clock is wrong', null, { offsetMs: 7_200_000 }],
  ['apply-failure', 'Syncing failed', null],
  ['token-expired', 'Unable to authenticate with the server', 'Sign in'],
];

async function tell(subtype, meta) {
  const type = subtype === 'token-expired' ? 'unauthorized' : 'error';
  const nothing = { tables: [], rows: {}, revision: 1, origin: null };
  push({ type, subtype, ...(meta ? { meta } : {}), ...nothing });
  // A sync whose clock was corrected goes on and succeeds.
  if (meta?.offsetMs) push({ type: 'success', meta, ...nothing });
}

async function keepPicture(name) {
  if (!process.env.SOBRE_SHOTS) return;
  mkdirSync(process.env.SOBRE_SHOTS, { recursive: true });
  await rest(page);
  await page.screenshot({ path: join(process.env.SOBRE_SHOTS, `${name}.png`) });
}

for (const [subtype, title, button, meta] of NOTICES) {
  story(`${subtype}${meta ? ` with ${Object.keys(meta)}` : ''} says "${title}"`, async () => {
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 820 });
      await tell(subtype, meta);
      await notice(page, title).waitFor();
      const card = page.getByRole('alert').filter({ hasText: title });
      if (button) await card.getByRole('button', { name: button, exact: true }).waitFor();
      assert.equal(await card.getByRole('button').count(), (button ? 2 : 1) + linksOf(subtype));
      await expectNoSidewaysScroll(page);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await keepPicture(`${subtype}${meta ? '-meta' : ''}-${width}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      if (width === 400) await expectAccessible(page);
      await card.getByRole('button', { name: 'Dismiss' }).click();
      await card.waitFor({ state: 'detached' });
      if (meta?.offsetMs)
        push({ type: 'success', tables: [], rows: {}, revision: 1, origin: null });
    }
  });
}

/**
 * The old format offers to reset encryption in its words; a copy that belongs to no generation of
 * syncing, as a restored one and this demo, to make it the one that counts.
 */
const linksOf = (subtype) => (['file-old-version', 'file-has-reset'].includes(subtype) ? 1 : 0);

story('what passes by itself is not told', async () => {
  for (const subtype of ['network', 'beta-version']) await tell(subtype);
  await tell('invalid-schema');
  await notice(page, 'Update required').waitFor();
  assert.equal(await page.getByRole('alert').count(), 1);
});
