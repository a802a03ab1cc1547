// Checks licences, sources and known faults of the Rust dependencies with cargo-deny.
// Offline it looks at the dependencies of this platform, whose sources a build has downloaded.
// `--fetch` looks at those of all platforms and downloads the database of advisories first.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const passes = (...args) => spawnSync('cargo', ['deny', ...args], { stdio: 'inherit' }).status === 0;

function thisPlatform() {
  const { stdout } = spawnSync('rustc', ['-vV'], { encoding: 'utf8' });
  return /^host: (.+)$/m.exec(stdout)[1];
}

function hasAdvisories() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const folders = ['advisory-dbs', 'advisory-db'].map((name) => join(cargo, name));
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}

if (spawnSync('cargo', ['deny', '--version'], { stdio: 'ignore' }).status !== 0) {
  console.error('Nothing was checked: cargo-deny is not installed (cargo install cargo-deny).');
  process.exit(1);
}

let ok;
if (process.argv.includes('--fetch')) {
  ok = passes('check');
} else {
  const offline = ['--offline', '--target', thisPlatform(), 'check'];
  ok = passes(...offline, 'licenses', 'bans', 'sources');
  if (hasAdvisories()) {
    ok = passes(...offline, 'advisories') && ok;
  } else {
    console.log('Advisories were not checked: run npm run deny -- --fetch to download them.');
  }
}
process.exit(ok ? 0 : 1);
