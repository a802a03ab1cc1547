// Each story has a program, a budget and windows of its own; the stories of a file share a browser.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { openWindow, startChromium } from './browser.mjs';
import { keepEvidence, trace } from './evidence.mjs';
import { endStarts } from './starts.mjs';

/** For stories that the backend inside the page cannot play. */
export const real = { isReal: true };

/** A story that hangs ends sooner by the limit of what it waits for. */
const STORY_MS = 180_000;

let chromium;
const runningChromium = (options) => {
  chromium ??= startChromium(options);
  return chromium;
};
after(async () => {
  await (await chromium)?.close();
  await endStarts();
});

/** A program, a window and a first page that stand at a start. */
async function setStage(start, { args, hasScrollBars, isTraced = true, ...size }) {
  const [app, browser] = await Promise.all([
    start.launch(args),
    runningChromium({ hasScrollBars }).then((running) => openWindow(running, size)),
  ]);
  if (isTraced) await trace(browser);
  return { app, browser, page: await browser.newPage(), also: [] };
}

async function leaveStage({ app, browser, also }) {
  await Promise.all([browser.close(), app?.remove(), ...also.map((more) => more.remove())]);
}

/** Tells one story; what it leaves if it fails is under its sentence. */
async function tell(sentence, { start, begin, ...options }, story) {
  const stage = await setStage(start, options);
  try {
    await start.enter(stage.page, stage.app);
    await begin(stage);
    await story(stage);
    if (!options.hasFaults) assert.deepEqual(stage.browser.faults, [], 'faults of the pages');
  } catch (error) {
    await keepEvidence(stage.browser, sentence);
    throw error;
  } finally {
    await leaveStage(stage);
  }
}

const waiting = [];

/** With a seed the stories of a file are told in another order, the same for the same seed. */
function queue(sentence, options, story) {
  const seed = process.env.SOBRE_SHUFFLE;
  if (!seed) return test(sentence, options, story);
  const place = createHash('sha256').update(`${seed} ${sentence}`).digest('hex');
  if (waiting.push({ place, sentence, options, story }) > 1) return undefined;
  setImmediate(() => {
    waiting.sort((left, right) => (left.place < right.place ? -1 : 1));
    for (const each of waiting) test(each.sentence, each.options, each.story);
  });
  return undefined;
}

/**
 * Answers how the stories of a file are told: `story(sentence, tell)`, or with options between the
 * two that hold for this one. Each begins at `from`; `begin` takes what it needs from the stage:
 * the program, the browser and the first page. Options: `from` for another start, `isReal` for
 * stories that need the program, `hasFaults` where the pages report errors that are part of the
 * story, `skip` with a reason, `args` of the program, the size of the windows, `isTouched` for
 * windows of a phone, `hasScrollBars`, and `isTraced` as false where the time that the pages take
 * counts.
 */
export function storiesFrom(from, shared, begin = () => {}) {
  return (sentence, ...rest) => {
    const story = rest.at(-1);
    const own = rest.length > 1 ? rest[0] : {};
    const { isReal, skip: whyNot, from: start, ...options } = { from, ...shared, ...own };
    const skip = whyNot || Boolean(isReal && process.env.SOBRE_FAKE);
    queue(sentence, { skip, timeout: STORY_MS }, () =>
      tell(sentence, { start, begin, ...options }, story),
    );
  };
}
