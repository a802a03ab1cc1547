// A budget of ten years with 200,000 transactions, from the generator of the benches.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How to make it, and why it cannot be made here, if so. */
export function bigBudget() {
  const program = process.env.SOBRE_BIN;
  if (!program) return { whyNot: 'needs the program' };
  const generator = join(dirname(program), 'examples/make_budget');
  if (!existsSync(generator)) {
    return { whyNot: 'cargo build -p sobre-benches --example make_budget makes what it needs' };
  }
  return { whyNot: false, make: () => make(generator) };
}

/** Answers a data directory that holds the budget "Size-L". */
function make(generator) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sobre-e2e-'));
  const { status, stderr } = spawnSync(generator, ['L', dataDir, '--no-log'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no budget was made: ${stderr}`);
  return dataDir;
}
