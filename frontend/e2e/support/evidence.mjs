// What a failed story leaves: a picture of each page and a trace, in `test-results` of the repository.
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The folder of all stories; the runner empties it first. */
export const RESULTS = process.env.SOBRE_RESULTS ?? join(ROOT, 'test-results');

/** Records what happens in the windows of a story. */
export function trace({ context }) {
  return context.tracing.start({ snapshots: true, sources: true });
}

/** The name of a story's files: its file and its sentence. */
function evidenceName(sentence) {
  const file = basename(process.argv[1] ?? 'story').replace(/(\.story)?\.mjs$/, '');
  return `${file}-${sentence.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}`;
}

/** Keeps pictures and the trace of a story's windows under its sentence. */
export async function keepEvidence({ context }, sentence) {
  mkdirSync(RESULTS, { recursive: true });
  const name = evidenceName(sentence);
  for (const [at, page] of context.pages().entries()) {
    const path = join(RESULTS, `${name}-${at}.png`);
    // A page that is closing has no picture; the trace still shows it.
    await page.screenshot({ path, timeout: 5_000 }).catch(() => {});
  }
  // There is none where it would take time that counts.
  await context.tracing.stop({ path: join(RESULTS, `${name}.zip`) }).catch(() => {});
}
