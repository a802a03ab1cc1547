// Checks licences, sources and known faults of the Rust dependencies with cargo-deny.
// Licences and sources need no network. Advisories need their database: it is used where it is at
// hand, and `--fetch` downloads it first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

function deny(...args) {
  return spawnSync('cargo', ['deny', '--workspace', ...args], { stdio: 'inherit' }).status ?? 1;
}

function hasAdvisories() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const folders = ['advisory-dbs', 'advisory-db'].map((name) => join(cargo, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}

const installed = spawnSync('cargo', ['deny', '--version'], { stdio: 'ignore' }).status === 0;
if (!installed) {
  console.error('Nothing was checked: cargo-deny is not installed (cargo install cargo-deny).');
  process.exit(1);
}

let failed = deny('--offline', 'check', 'licenses', 'sources', 'bans') !== 0;
if (process.argv.includes('--fetch')) {
  failed = deny('check', 'advisories') !== 0 || failed;
} else if (hasAdvisories()) {
  failed = deny('--offline', 'check', 'advisories', '--disable-fetch') !== 0 || failed;
} else {
  console.log('Advisories were not checked: their database is not here (npm run deny -- --fetch).');
}
process.exit(failed ? 1 : 0);
