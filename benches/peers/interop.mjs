// Real clients of Actual Budget and Sobre share one budget, plain and encrypted, with edits on all
// of them while the server is away, and must end with equal figures, cell for cell. First through
// the sync server of Sobre, then through the real one, if it is installed:
//
//     cargo build -p web-api && cd benches/peers && npm install && npm run interop
//
// SOBRE_BIN names another program than target/debug/sobre.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

const PASSWORD = 'the password of the server';
const KEY = 'the password of the file';
const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'];
const here = import.meta.dirname;
const sobre = process.env.SOBRE_BIN ?? path.join(here, '../../target/debug/sobre');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sobre-interop-'));
const children = new Set();

function run(command, args, options = {}) {
  const stderr = process.env.SOBRE_LOUD ? 'inherit' : 'ignore';
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', stderr], ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function lineOf(child, test) {
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const found = test.exec(line);
    if (found) return found;
  }
  throw new Error('a program ended before it said that it is ready');
}

async function stop(child) {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The sync server of Sobre: starts and stops on the same directory and port. */
async function ownServer() {
  const port = await freePort();
  const args = ['sync-server', '--port', port, '--data-dir', path.join(folder, 'own-server')];
  let child;
  const start = async () => {
    child = run(sobre, args.map(String));
    await lineOf(child, /^http:/);
  };
  return { url: `http://127.0.0.1:${port}`, start, stop: () => stop(child) };
}

/** The real sync server; nothing where it is not installed. */
async function realServer() {
  const require = createRequire(import.meta.url);
  let place;
  try {
    place = path.dirname(require.resolve('@actual-app/sync-server/package.json'));
  } catch {
    return undefined;
  }
  const { bin } = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'));
  const script = path.join(place, typeof bin === 'string' ? bin : Object.values(bin)[0]);
  const port = await freePort();
  const dataDir = path.join(folder, 'real-server');
  fs.mkdirSync(dataDir);
  const env = {
    ...process.env,
    ACTUAL_DATA_DIR: dataDir,
    ACTUAL_PORT: String(port),
    ACTUAL_HOSTNAME: '127.0.0.1',
  };
  const url = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = run(process.execPath, [script], { env });
    for (let turn = 0; turn < 300; turn += 1) {
      const answer = await fetch(`${url}/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the real server does not start');
  };
  return { url, start, stop: () => stop(child) };
}

/** A real client, driven line by line. */
async function peer(name, url) {
  const dataDir = path.join(folder, name);
  fs.mkdirSync(dataDir);
  const args = [path.join(here, 'device.mjs'), dataDir, url, PASSWORD];
  const child = run(process.execPath, args);
  const waiting = new Map();
  let ready;
  const started = new Promise((resolve) => {
    ready = resolve;
  });
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { id, result, error } = JSON.parse(line);
    if (id === undefined) return ready();
    const { resolve, reject } = waiting.get(id);
    return error === undefined ? resolve(result) : reject(new Error(`${name}: ${error}`));
  });
  await started;
  let next = 0;
  const call = (deed, args = {}) =>
    new Promise((resolve, reject) => {
      next += 1;
      waiting.set(next, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id: next, name: deed, args })}\n`);
    });
  const deed = (word) => (args) => call(word, args);
  return {
    name,
    create: deed('create'),
    download: (key) => call('download', { key }),
    sync: deed('sync'),
    encrypt: (key) => call('encrypt', { key }),
    budget: deed('budget'),
    spend: deed('spend'),
    figures: () => call('figures', { months: MONTHS }),
    end: deed('end'),
  };
}

/** Our client: the real program, called over HTTP. */
async function own(name, url) {
  const args = ['serve', '--no-open', '--port', '0', '--data-dir', path.join(folder, name)];
  const child = run(sobre, args, { env: { ...process.env, SOBRE_TODAY: '2026-11-20' } });
  const [, base, token] = await lineOf(child, /^(http:.*)\/\?token=(\S+)/);
  let budget;
  const call = async (call_name, args = {}) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (budget) headers['x-budget'] = budget;
    const body = JSON.stringify(args);
    const answer = await fetch(`${base}/api/call/${call_name}`, { method: 'POST', headers, body });
    const { result, error } = await answer.json();
    if (error) throw new Error(`${name}: ${call_name}: ${JSON.stringify(error)}`);
    return result;
  };
  const category = async (wanted) => {
    const { list } = await call('get-categories');
    return list.find((one) => one.name === wanted).id;
  };
  await call('set-server-url', { url });
  await call('subscribe-sign-in', { password: PASSWORD });
  return {
    name,
    async download(key) {
      const file = (await call('get-budgets')).find(({ cloudFileId }) => cloudFileId);
      if (key) await call('key-test', { password: key, fileId: file.cloudFileId });
      const args = { fileId: file.cloudFileId, replace: true };
      budget = (await call('download-budget', args)).id;
      await call('load-budget', { id: budget });
      await call('sync');
    },
    sync: () => call('sync'),
    budget: async ({ month, category: wanted, amount }) =>
      call('budget/budget-amount', { month, category: await category(wanted), amount }),
    async spend({ date, category: wanted, amount }) {
      const [account] = await call('accounts-get');
      const row = { account: account.id, date, amount, category: await category(wanted) };
      await call('transactions-batch-update', { added: [row] });
    },
    async figures() {
      const figures = {};
      const { list } = await call('get-categories');
      for (const month of MONTHS) {
        const sheetName = `budget${month.replace('-', '')}`;
        const cell = async (cell_name) => (await call('getCell', { sheetName, name: cell_name })).value;
        figures[`${month} to budget`] = await cell('to-budget');
        for (const { id } of list.filter((one) => !one.is_income)) {
          const names = [`budget-${id}`, `sum-amount-${id}`, `leftover-${id}`];
          figures[`${month} ${id}`] = await Promise.all(names.map(cell));
        }
      }
      return figures;
    },
    end: () => stop(child),
  };
}

/** Edits everywhere while the server is away, then syncs until nobody has anything new. */
async function apart(server, devices, round) {
  await server.stop();
  const categories = ['Food', 'Rent', 'Fun'];
  for (const [number, device] of devices.entries()) {
    const amount = 1000 * (round * 10 + number + 1);
    const category = categories[number % categories.length];
    await device.budget({ month: MONTHS[number % MONTHS.length], category, amount });
    await device.budget({ month: '2026-12', category: 'Rent', amount: amount + 7 });
    await device.spend({ date: `2026-11-${10 + round}`, category, amount: -amount });
  }
  await server.start();
  for (const device of [...devices, ...devices]) await device.sync();
  await equal(devices);
}

async function equal(devices) {
  const [first, ...others] = devices;
  const figures = await first.figures();
  assert.ok(Object.keys(figures).length >= MONTHS.length * 4);
  for (const other of others) {
    assert.deepEqual(await other.figures(), figures, `${other.name} against ${first.name}`);
  }
  return Object.keys(figures).length;
}

async function story(words, server) {
  await server.start();
  const post = (url, body) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post(`${server.url}/account/bootstrap`, { password: PASSWORD });
  const devices = [await peer(`${words}-peer-1`, server.url)];
  await devices[0].create();
  devices.push(await peer(`${words}-peer-2`, server.url), await own(`${words}-sobre`, server.url));
  for (const device of devices.slice(1)) await device.download();
  console.log(`${words}: ${await equal(devices)} figures equal after downloading`);
  for (const round of [1, 2]) await apart(server, devices, round);
  console.log(`${words}: equal after edits apart`);
  await devices[0].encrypt(KEY);
  for (const device of devices.slice(1)) await device.download(KEY);
  await equal(devices);
  for (const round of [3, 4]) await apart(server, devices, round);
  console.log(`${words}: equal after edits apart, encrypted`);
  for (const device of devices) await device.end();
  await server.stop();
}

try {
  await story('own server', await ownServer());
  const real = await realServer();
  if (real) await story('real server', real);
  else console.log('The real server is not installed: npm install @actual-app/sync-server');
} finally {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
