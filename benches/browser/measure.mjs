// Scrolling a long register in Chromium while another tab edits, and how soon an edit shows in
// another tab: `node measure.mjs [L XL ...] [--edits N] [--data DIR]`. See ../README.md.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { dashboards } from './dashboard.mjs';
import { keepEditing, latencies } from './editing.mjs';
import { drag, wheel } from './scrolling.mjs';
import { startBrowser, startProgram } from './tabs.mjs';
import { memory, quantile, watched } from './watch.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(here, '../../target');
const release = (name) => path.join(target, 'release', name);

/** No task may be longer, in ms (a long task by the browser's own measure). */
const TASK_MS = 50;
/** Edit to change in the other tab, p99, in ms. */
const EDIT_MS = 16;
/** Click to the drawn page of reports, the first time and later, in ms. */
const REPORTS_MS = 150;
const REPORTS_OPENED = 20;
/** A frame more than this many ms after the last one was missed at 60 a second. */
const MISSED_MS = 25;
const EDIT_EVERY_MS = 50;

const WAYS = [
  ['wheel, 3,000 px/s', (page) => wheel(page, { pixels: 12_000, speed: 3_000 })],
  ['wheel, 20,000 px/s', (page) => wheel(page, { pixels: 80_000, speed: 20_000 })],
  ['bar, to the end and back', (page) => drag(page, 100)],
];

async function measure(size, dataDir, edits) {
  const budget = `Size-${size}`;
  const program = await startProgram(release('sobre'), dataDir);
  const browser = await startBrowser(program.url);
  try {
    const viewer = await browser.open(budget);
    const editor = await browser.open(budget);
    const before = await memory(viewer);
    const shown = await latencies(editor, viewer, edits);
    const stop = await keepEditing(editor, EDIT_EVERY_MS);
    const scrolled = [];
    for (const [what, way] of WAYS) scrolled.push([what, await watched(viewer, () => way(viewer))]);
    await stop();
    const after = await memory(viewer);
    const opened = await dashboards(viewer, REPORTS_OPENED);
    report(size, { scrolled, shown, before, after, opened });
  } finally {
    await browser.close();
    await program.stop();
  }
}

function report(size, { scrolled, shown, before, after, opened }) {
  const rows = scrolled.map(([what, { frames, tasks }]) => {
    const longest = Math.max(...tasks.map(({ ms }) => ms));
    const busiest = Math.max(...tasks.map(({ busyMs }) => busyMs));
    const missed = frames.filter((ms) => ms > MISSED_MS).length;
    return [
      what,
      `${frames.length}, ${missed} late`,
      `${figure(quantile(frames, 0.5))} / ${figure(quantile(frames, 0.99))}`,
      `${figure(longest)} / ${figure(busiest)}`,
      longest <= TASK_MS ? 'yes' : 'NO',
    ];
  });
  const heads = ['frames', 'ms p50 / p99', 'longest task: time / CPU', `at most ${TASK_MS}`];
  print([[`${size}, while another tab edits`, ...heads], ...rows]);
  const changed = quantile(shown.changed, 0.99);
  print([
    [`${size}, edit until another tab`, 'p50 ms', 'p99 ms', `at most ${EDIT_MS}`],
    [
      'has it',
      figure(quantile(shown.changed, 0.5)),
      figure(changed),
      changed <= EDIT_MS ? 'yes' : 'NO',
    ],
    ['draws it', ...[0.5, 0.99].map((share) => figure(quantile(shown.drawn, share))), ''],
  ]);
  const [first, ...later] = opened;
  print([
    [`${size}, click until the reports are drawn`, 'ms', `at most ${REPORTS_MS}`],
    ['the first time', figure(first), first <= REPORTS_MS ? 'yes' : 'NO'],
    ...[0.5, 0.99].map((share) => {
      const ms = quantile(later, share);
      return [`later, p${share * 100}`, figure(ms), ms <= REPORTS_MS ? 'yes' : 'NO'];
    }),
  ]);
  const held = ({ heapMb, nodes }) => [`${heapMb.toFixed(1)} MB`, String(nodes)];
  print([
    [`${size}, held by the tab`, 'heap', 'nodes'],
    ['before scrolling', ...held(before)],
    ['after it', ...held(after)],
  ]);
}

const figure = (ms) => (ms >= 100 ? ms.toFixed(0) : ms.toFixed(1));

function print(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  for (const line of lines) {
    process.stdout.write(
      `${line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join(' | ')
        .trimEnd()}\n`,
    );
  }
  process.stdout.write('\n');
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { edits: { type: 'string', default: '300' }, data: { type: 'string' } },
  });
  const sizes = positionals.length > 0 ? positionals : ['L'];
  for (const size of sizes) {
    const dataDir = values.data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'sobre-browser-'));
    if (!values.data) {
      execFileSync(release('examples/make_budget'), [size, dataDir, '--no-log'], {
        stdio: 'ignore',
      });
    }
    await measure(size, dataDir, Number(values.edits));
    if (!values.data) fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
