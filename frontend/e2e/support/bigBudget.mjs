// A budget of ten years with 200,000 transactions, from the generator of the benches.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How to make it, and why it cannot be made here, if so. */
export function bigBudget() {
  const program = process.env.SOBRE_BIN;
  if (!program) return { whyNot: 'needs the program' };
  const generator = join(dirname(program), 'examples/make_budget');
  if (!existsSync(generator)) {
    return { whyNot: 'cargo build -p sobre-benches --example make_budget makes what it needs' };
  }
  return { whyNot: '', make: (dataDir) => make(generator, dataDir) };
}

/** Puts the budget "Size-L" into a data directory. */
function make(generator, dataDir) {
  const { status, stderr } = spawnSync(generator, ['L', dataDir, '--no-log'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`no budget was made: ${stderr}`);
}
