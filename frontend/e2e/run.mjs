// Runs the browser stories, as many files at once as there are cores; see README.md beside this file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installedBrowser } from './support/browser.mjs';
import { RESULTS } from './support/evidence.mjs';
import { findProgram } from './support/program.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: {
    fake: { type: 'boolean' },
    shuffle: { type: 'string' },
    story: { type: 'string' },
  },
});
const { fake, shuffle, story } = values;

const program = fake ? null : findProgram();
if (!fake && !program) {
  process.stderr.write(
    'No sobre program found. Build it (cargo build --release -p web-api), name it in\n' +
      'SOBRE_BIN, or run the stories that need none with --fake.\n',
  );
  process.exit(1);
}

if (!installedBrowser()) {
  const require = createRequire(import.meta.url);
  const playwright = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
}

const stories = readdirSync(join(here, 'stories'))
  .filter((name) => name.endsWith('.story.mjs'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => join(here, 'stories', name))
  .filter(existsSync);

const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const flags = [
  '--test',
  // Each story has a program, a data folder and a window of its own. More than four want much memory.
  `--test-concurrency=${Math.min(availableParallelism(), 4)}`,
  // It holds for a whole file; each story has a limit of its own.
  '--test-timeout=600000',
  ...(story ? [`--test-name-pattern=${literally(story)}`] : []),
];
const env = {
  ...process.env,
  ...(fake ? { SOBRE_FAKE: '1' } : { SOBRE_BIN: program }),
  ...(shuffle ? { SOBRE_SHUFFLE: shuffle } : {}),
};

rmSync(RESULTS, { recursive: true, force: true });
const child = spawn(process.execPath, [...flags, ...stories], { stdio: 'inherit', env });
child.on('exit', (code) => {
  if (existsSync(RESULTS)) process.stderr.write(`Pictures and traces: ${RESULTS}\n`);
  process.exit(code ?? 1);
});
