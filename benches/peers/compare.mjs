// The same generated file and the same edits in Sobre and in the peer, side by side:
// `node compare.mjs [S|M|L ...]`. See ../README.md.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { median, table, timed } from './measured.mjs';
import { start } from './sobre.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(here, '../../target');
const binary = path.join(target, 'release/sobre');
const EDITS = 200;
const REPORTS = 20;

/** With its messages a budget of these sizes is larger than the peer imports (500 MiB). */
const WITHOUT_LOG = ['L', 'XL'];

const GOALS = {
  S: { open: 10, memory: 5, first: 20, last: 15, added: 20, import: 3, export: 3 },
  M: { open: 20, memory: 5, first: 50, last: 15, added: 60, import: 3, export: 3 },
  L: { open: 20, memory: 5, first: 100, last: 15, added: 120, import: 3, export: 3, reports: 50 },
};

function peer(step, dataDir, argument) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 };
  const script = path.join(here, 'peer.mjs');
  const output = execFileSync('node', [script, step, dataDir, argument], options);
  return JSON.parse(output.trim().split('\n').at(-1));
}

async function openOnce(dataDir, id) {
  const program = await start(binary, dataDir);
  const tab = await program.tab();
  const { ms } = await timed(() => tab.call('load-budget', { id }));
  const memory = program.peakMemory();
  await program.stop();
  return { ms, memory };
}

/** Durable edits in Sobre without a socket: done when the changed cells are ready to be sent. */
function durable(dataDir, id) {
  const program = path.join(target, 'release/examples/edit_once');
  return JSON.parse(execFileSync(program, [dataDir, id], { encoding: 'utf8' }));
}

async function ours(dataDir, zip, { first, last, category }) {
  let program = await start(binary, dataDir);
  let tab = await program.tab();
  const imported = await timed(async () => {
    const filepath = await program.upload(zip);
    return tab.call('import-budget', { filepath, type: 'actual' });
  });
  const { id } = imported.result;
  await program.stop();
  const opened = await openOnce(dataDir, id);
  const again = await openOnce(dataDir, id);

  program = await start(binary, dataDir);
  tab = await program.tab();
  await tab.call('load-budget', { id });
  let amount = 700_000_000;
  const set = (month) => {
    amount += 1;
    return tab.change('budget/budget-amount', { month, category, amount });
  };
  await set(first);
  const firstMs = await median(EDITS, () => set(first));
  const lastMs = await median(EDITS, () => set(last));
  const exported = await timed(() => program.export(id));
  const reported = await reports(tab, { first, last });
  const value = await values(tab, { first, last, category });
  await program.stop();
  const ready = durable(dataDir, id);
  return { ready, importMs: imported.ms, opened, again, firstMs, lastMs, exportMs: exported.ms, reported, ...value };
}

/** Net worth of all months, and all categories by month. */
async function reports(tab, { first, last }) {
  const all = { start: first, end: last, mode: 'full' };
  const worth = { type: 'net-worth-card', meta: { timeFrame: all } };
  const report = {
    mode: 'time',
    groupBy: 'Category',
    interval: 'Monthly',
    balanceType: 'Net',
    sortBy: 'desc',
    isDateStatic: false,
    dateRange: 'All time',
    showUncategorized: true,
    conditions: [],
    conditionsOp: 'and',
  };
  const figures = (card) => tab.call('report/figures', { reports: [card] });
  const { cards } = await figures(worth);
  return {
    worthMs: await median(REPORTS, () => figures(worth)),
    categoriesMs: await median(REPORTS, () => figures({ type: 'custom-report', report })),
    worth: cards[0].figures.netWorth,
  };
}

/** What is left to budget in the last month once both sides hold the same amounts. */
async function values(tab, { first, last, category }) {
  const amount = 700_000_030;
  await tab.change('budget/budget-amount', { month: first, category, amount });
  await tab.change('budget/budget-amount', { month: last, category, amount: 700_000_060 });
  const sheetName = `budget${last.replace('-', '')}`;
  return { toBudget: (await tab.call('getCell', { sheetName, name: 'to-budget' })).value };
}

async function compare(size) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sobre-peers-'));
  try {
    await compareIn(work, size);
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

async function compareIn(work, size) {
  const at = (name) => {
    const folder = path.join(work, name);
    fs.mkdirSync(folder);
    return folder;
  };
  const made = at('made');
  const generator = path.join(target, 'release/examples/make_budget');
  const options = WITHOUT_LOG.includes(size) ? ['--no-log'] : [];
  execFileSync(generator, [size, made, ...options], { stdio: 'ignore' });
  const id = `Size-${size}`;
  const program = await start(binary, made);
  const zip = path.join(work, 'budget.zip');
  fs.writeFileSync(zip, await program.export(id));
  await program.stop();
  fs.rmSync(made, { recursive: true });

  const theirs = at('peer');
  const imported = peer('import', theirs, zip);
  const [cold, warm] = coldAndWarm(theirs, id);
  const sums = peer('reports', theirs, id);
  const edits = peer('edit', theirs, id);
  const own = await ours(at('own'), zip, edits);

  const goal = GOALS[size] ?? GOALS.L;
  const rows = [
    ['open cold, ms (Sobre: first time after import)', cold.ms, own.opened.ms, goal.open],
    ['open cold, ms (Sobre: every later time)', cold.ms, own.again.ms, goal.open],
    ['open warm, ms', warm.ms, own.again.ms],
    ['peak memory after opening cold, MB', cold.memory, own.again.memory, goal.memory],
    ['edit in the first month, cells ready, ms', edits.firstMs, own.ready.firstMs, goal.first],
    ['edit in the last month, cells ready, ms', edits.lastMs, own.ready.lastMs, goal.last],
    ['add a transaction, cells ready, ms', edits.added, own.ready.added, goal.added],
    ['edit in the first month, cells on a socket, ms', edits.firstMs, own.firstMs],
    ['edit in the last month, cells on a socket, ms', edits.lastMs, own.lastMs],
    ['net worth of all months, ms', sums.worthMs, own.reported.worthMs, goal.reports],
    ['categories by month, ms', sums.categoriesMs, own.reported.categoriesMs, goal.reports],
    ['import of the zip, ms', imported.ms, own.importMs, goal.import],
    ['export, ms', edits.exportMs, own.exportMs, goal.export],
  ];
  process.stdout.write(`${table(size, rows)}\n`);
  const equal = edits.toBudget === own.toBudget;
  process.stdout.write(
    `to budget in ${edits.last}: peer ${edits.toBudget}, Sobre ${own.toBudget}` +
      `${equal ? ', equal' : ', DIFFERENT'}\n`,
  );
  const isSame = sums.worth === own.reported.worth;
  process.stdout.write(
    `net worth: peer ${sums.worth}, Sobre ${own.reported.worth}` +
      `${isSame ? ', equal' : ', DIFFERENT'}\n\n`,
  );
}

/** Cold: without the peer's cache of values, as after an import on another computer. */
function coldAndWarm(dataDir, id) {
  fs.rmSync(path.join(dataDir, id, 'cache.sqlite'), { force: true });
  return [peer('open', dataDir, id), peer('open', dataDir, id)];
}

for (const size of process.argv.length > 2 ? process.argv.slice(2) : ['S', 'M']) {
  await compare(size);
}
process.exit(0);
