// What a failed story leaves: a picture of each page and a trace, in `test-results` of the repository.
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The folder of all stories; the runner empties it first. */
export const RESULTS = process.env.SOBRE_RESULTS ?? join(ROOT, 'test-results');

/** Set in the processes of `node --test`: measurements use the browser too and record nothing. */
const isStory = Boolean(process.env.NODE_TEST_CONTEXT);

/** Contexts that are open and traced. */
const traced = new Set();

/** Records a browser from now on, each story by itself; a story that passes leaves nothing. */
export async function trace(context) {
  if (!isStory) return;
  await context.tracing.start({ snapshots: true, sources: true });
  await context.tracing.startChunk();
  traced.add(context);
}

export function endTrace(context) {
  traced.delete(context);
}

/** The name of a story's files: its file and its sentence. */
function evidenceName(sentence) {
  const file = basename(process.argv[1] ?? 'story').replace(/(\.story)?\.mjs$/, '');
  return `${file}-${sentence.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}`;
}

async function keepEvidence(context, name) {
  for (const [at, page] of context.pages().entries()) {
    const path = join(RESULTS, `${name}-${at}.png`);
    // A page that is closing has no picture; the trace still shows it.
    await page.screenshot({ path, timeout: 5_000 }).catch(() => {});
  }
  await context.tracing.stopChunk({ path: join(RESULTS, `${name}.zip`) });
}

/** Keeps pictures and traces of all browsers under the sentence that failed. */
export async function keepAllEvidence(sentence) {
  mkdirSync(RESULTS, { recursive: true });
  const name = evidenceName(sentence);
  let count = 0;
  for (const context of traced) {
    await keepEvidence(context, traced.size > 1 ? `${name}-${++count}` : name);
  }
}

if (isStory) {
  const { afterEach, beforeEach } = await import('node:test');
  beforeEach(async () => {
    for (const context of traced) await context.tracing.startChunk().catch(() => {});
  });
  afterEach(async (story) => {
    if (!story.passed) await keepAllEvidence(story.name);
    else for (const context of traced) await context.tracing.stopChunk().catch(() => {});
  });
}
