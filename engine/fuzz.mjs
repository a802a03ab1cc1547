// Reads random bytes, pieces and texts as files of banks, queries, rules and goal templates for some
// minutes: `node engine/fuzz.mjs MINUTES` (5). What fails is written to `proptest-regressions`, and
// from then on every run of the tests tries it first.
import { spawnSync } from 'node:child_process';

const minutes = Number(process.argv[2] ?? 5);
if (!(minutes > 0)) {
  console.error('How many minutes? For example: npm run fuzz -- 10');
  process.exit(1);
}

const TARGETS = [
  ['--lib', 'statements::'],
  ['--lib', 'query::tests::no_state_makes_the_checking_panic'],
  ['--lib', 'rules::tests::laws::no_'],
  ['--test', 'templates', 'any_text'],
];
const CASES_PER_ROUND = 4000;

const env = { ...process.env, PROPTEST_CASES: String(CASES_PER_ROUND) };
const end = Date.now() + minutes * 60_000;
let rounds = 0;
do {
  for (const target of TARGETS) {
    const args = ['test', '--quiet', '-p', 'sobre-engine', ...target];
    if (spawnSync('cargo', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
      console.error(`Failed: PROPTEST_CASES=${CASES_PER_ROUND} cargo ${args.join(' ')}`);
      process.exit(1);
    }
  }
  rounds += 1;
} while (Date.now() < end);
console.log(`${rounds * CASES_PER_ROUND} cases of each property, and none failed.`);
