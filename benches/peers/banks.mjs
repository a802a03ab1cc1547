// A real client of Actual Budget links an account with SimpleFIN through the sync server of Sobre,
// against the invented banks of the tests, syncs it twice, and takes it off the bank again:
//
//     cargo build -p web-api && cd benches/peers && npm install && npm run banks
//
// It needs Python 3.9. SOBRE_BIN names another program than target/debug/sobre.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

const PASSWORD = 'the password of the server';
const WORLD = 'basic~peer';
const here = import.meta.dirname;
const sobre = process.env.SOBRE_BIN ?? path.join(here, '../../target/debug/sobre');
const fakes = path.join(here, '../../web-api/tests/fixtures/fake-banks');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sobre-interop-banks-'));
const children = new Set();

function run(command, args, env = {}) {
  const stderr = process.env.SOBRE_LOUD ? 'inherit' : 'ignore';
  const stdio = ['pipe', 'pipe', stderr];
  const child = spawn(command, args.map(String), { stdio, env: { ...process.env, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function lineOf(child, test) {
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (test.test(line)) return line;
  }
  throw new Error('a program ended before it said that it is ready');
}

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The real client, told what to do line by line. */
async function peer(url) {
  const dataDir = path.join(folder, 'peer');
  fs.mkdirSync(dataDir);
  const child = run(process.execPath, [path.join(here, 'device.mjs'), dataDir, url, PASSWORD]);
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the client ended');
      if (value.startsWith('{')) return JSON.parse(value);
    }
  };
  await next();
  let id = 0;
  return async (name, args = {}) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ id, name, args })}\n`);
    const { result, error } = await next();
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    return result;
  };
}

async function story() {
  const said = JSON.parse(await lineOf(run('python3', [fakes, '--quiet']), /^\{/));
  const control = (words) => fetch(`${said.base}/control/${words}`, { method: 'POST' });
  const port = await freePort();
  const args = ['sync-server', '--port', port, '--data-dir', path.join(folder, 'server')];
  const server = run(sobre, [...args, '--bank-allow-host', '127.0.0.1']);
  await lineOf(server, /^http:/);
  const url = `http://127.0.0.1:${port}`;
  await fetch(`${url}/account/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  const device = await peer(url);
  await device('create');

  const token = Buffer.from(`${said.base}/simplefin/claim/${WORLD}`).toString('base64');
  const offered = await device('simplefin', { token });
  assert.equal(offered.length, 3, JSON.stringify(offered));
  const { id, balance } = await device('link', { external: offered[0] });
  const first = await device('rows', { id });
  assert.ok(first.length > 20, `${first.length} transactions after linking`);
  assert.equal(balance, Math.round(Number(offered[0].balance) * 100), 'the balance of the bank');
  console.log(`linked: ${first.length} transactions, the balance is the bank's`);

  await device('bankSync', { id });
  assert.deepEqual(await device('rows', { id }), first, 'the same answer changes nothing');
  await control(`advance?world=${WORLD}`);
  await device('bankSync', { id });
  const second = await device('rows', { id });
  assert.ok(second.length > first.length, 'news of the bank came');
  assert.equal(new Set(second.map((row) => row.imported_id)).size, second.length, 'each once');
  console.log(`synced twice: ${second.length - first.length} more`);

  await device('unlink', { id });
  assert.deepEqual(await device('rows', { id }), second, 'its transactions stay');
  await device('sync');
  console.log('unlinked: the transactions stay');
}

try {
  await story();
} finally {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
