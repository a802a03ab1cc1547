// The invented banks: Plaid and SimpleFIN on a port of this computer, moved step by step.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const place = dirname(fileURLToPath(import.meta.url));
const FAKE = join(place, '../../../web-api/tests/fixtures/fake-banks');

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the banks; needs Python 3. */
export async function startFakeBanks() {
  const child = spawn('python3', [FAKE, '--quiet'], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the banks ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
  });
  return {
    url,
    /** Arguments of a program that uses them. */
    args: ['--plaid-url', `${url}/plaid`, '--bank-allow-host', '127.0.0.1'],
    /** A token by which a person sets up SimpleFIN for the bank of a world. */
    setupToken: (world) => Buffer.from(`${url}/simplefin/claim/${world}`).toString('base64'),
    /** Moves the bank of a world one step on. */
    advance: (world) => fetch(`${url}/control/advance?world=${world}`, { method: 'POST' }),
    remove: () => {
      running.delete(child);
      child.kill('SIGKILL');
    },
  };
}
