// The program under test: found, started on an empty data directory, stopped.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The sobre binary, or null. */
export function findProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const places = [
    process.env.SOBRE_BIN,
    join(target, 'release/sobre'),
    join(target, 'debug/sobre'),
  ];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/**
 * Below those that systems give to outgoing connections: a program that ends and comes back has to
 * find its port free.
 */
const PORTS = { first: 20_000, count: 12_000 };

/** Processes that run beside each other begin at places of their own. */
let ports = (process.pid * 97) % PORTS.count;

async function freePort() {
  const port = PORTS.first + (ports % PORTS.count);
  ports += 1;
  return (await isFree(port)) ? port : freePort();
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** What runs ends with the stories, however they end. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a command of the program on a data directory and a port; answers with the address that
 * `ready` finds in its output and the ways to end it.
 */
async function launch(command, { dataDir, port, args = [] }, ready) {
  const chosen = port ?? (await freePort());
  const flags = [command, '--data-dir', dataDir, '--port', String(chosen), ...args];
  let today = '2026-11-20';
  let child;
  const begin = () =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, SOBRE_TODAY: today };
      child = spawn(process.env.SOBRE_BIN, flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const mine = child;
      running.add(mine);
      mine.once('exit', () => running.delete(mine));
      let log = '';
      const read = (chunk) => {
        log += chunk;
        const found = ready.exec(log);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`sobre ended with ${code}:\n${log}`)));
    });
  const end = (signal) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  const app = {
    url: await begin(),
    dataDir,
    stop: () => end('SIGTERM'),
    /** Ends the program and starts it again on the same data and port, on another day if given. */
    restart: async (day = today) => {
      await app.stop();
      today = day;
      app.url = await begin();
    },
    /** Ends the program at once: what it holds goes with it. */
    remove: async () => {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return app;
}

/** An empty data directory. */
export const freshDir = () => mkdtempSync(join(tmpdir(), 'sobre-e2e-'));

/** Starts the program, on an empty data directory unless one is named; its address has the token. */
export const startProgram = ({ dataDir = freshDir(), port, args = [] } = {}) =>
  launch('serve', { dataDir, port, args: ['--no-open', ...args] }, /http:\/\/\S+\?token=\S+/);

/** Starts a sync server of its own, on an empty directory unless one is named. */
export const startSyncServer = ({ dataDir = freshDir(), port } = {}) =>
  launch('sync-server', { dataDir, port }, /http:\/\/\S+/);

/** Sets the password that opens the application on a data directory to other computers. */
export function setPassword(dataDir, password, more = []) {
  const { status } = spawnSync(
    process.env.SOBRE_BIN,
    ['set-password', '--data-dir', join(dataDir, '.sync-server'), ...more],
    { input: `${password}\n` },
  );
  if (status !== 0) throw new Error('the password could not be set');
}

/** The development server with the backend inside the page; it stays until it is closed. */
export async function startFake() {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({
    root: join(root, 'frontend'),
    logLevel: 'error',
    server: { port: await freePort(), host: '127.0.0.1' },
  });
  await vite.listen();
  const base = vite.resolvedUrls?.local[0] ?? '';
  return {
    url: `${base}?fake=empty`,
    remove: () => {},
    close: () => vite.close(),
  };
}
