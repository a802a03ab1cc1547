// The real program on a data directory, a tab on its socket, and uploads.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import readline from 'node:readline';

import WebSocket from 'ws';

/** Starts the program; answers its address, token and process. */
export async function start(binary, dataDir) {
  const options = ['serve', '--no-open', '--port', '0', '--data-dir', dataDir];
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const found = /(http:\/\/([^/]+))\/\?token=(\S+)/.exec(line);
    if (found) return new Program(child, found[1], found[2], found[3]);
  }
  throw new Error('the program does not tell its address');
}

class Program {
  constructor(child, url, host, token) {
    Object.assign(this, { child, url, host, token });
  }

  peakMemory() {
    const status = fs.readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return (Number(/VmHWM:\s+(\d+)/.exec(status)[1]) * 1024) / 1e6;
  }

  async upload(file) {
    const response = await fetch(`${this.url}/api/upload?filename=budget.zip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}` },
      body: fs.readFileSync(file),
    });
    return (await response.json()).result.filepath;
  }

  /** The zip of a budget as the browser downloads it. */
  async export(budget) {
    const response = await fetch(`${this.url}/api/call/export-budget`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'x-budget': budget },
      body: '{}',
    });
    if (!response.ok) throw new Error(await response.text());
    return Buffer.from(await response.arrayBuffer());
  }

  tab() {
    return Tab.open(`ws://${this.host}/ws`, this.token);
  }

  async stop() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await gone;
  }
}

class Tab {
  static async open(url, token) {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
    const tab = new Tab(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return tab;
  }

  constructor(socket) {
    Object.assign(this, { socket, nextId: 0, waiting: new Map(), onCells: undefined });
    socket.on('message', (data) => this.take(JSON.parse(data)));
  }

  take(frame) {
    if (frame.event === 'cells-changed') this.onCells?.(frame.data);
    const waiting = this.waiting.get(frame.id);
    if (!waiting) return;
    this.waiting.delete(frame.id);
    if (frame.error) waiting.reject(new Error(JSON.stringify(frame.error)));
    else waiting.resolve(frame.result);
  }

  call(name, args) {
    const id = (this.nextId += 1);
    this.socket.send(JSON.stringify({ id, name, args }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** A change that counts as done when its changed cells are here. */
  async change(name, args) {
    const cells = new Promise((resolve) => (this.onCells = resolve));
    await this.call(name, args);
    await cells;
  }
}
