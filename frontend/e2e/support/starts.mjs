// Where a story starts. The program prepares a data directory once for a file; each story has a copy
// of it and a program of its own on it, so that no story knows of another one.
import { cpSync, rmSync } from 'node:fs';
import { callsTo } from './calls.mjs';
import { freshDir, startFake, startProgram } from './program.mjs';
import { budgetGrid, createBudget, goToBudget, heading, openDemo } from './vocabulary.mjs';

/** The backend inside the page begins anew with each page, so its server is for all stories. */
let fake;
const fakeApp = () => {
  fake ??= startFake();
  return fake;
};

/** Ends what the stories of a file had in common. */
export async function endStarts() {
  await (await fake)?.close();
}

/** A data directory that is there until the file of stories ends. */
export function templateDir() {
  const dataDir = freshDir();
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

export function copyOf(dataDir) {
  const copy = freshDir();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/**
 * A start: `prepare` fills an empty data directory and answers the budget that is open, if one is;
 * `enter` opens the app in a first page and waits for what is there; `click` gets there in the
 * backend inside the page, which is empty at first.
 */
export function start({ prepare = () => {}, enter = enterManager, click = () => {} }) {
  let made;
  const make = async () => {
    const dataDir = templateDir();
    return { dataDir, budget: await prepare(dataDir) };
  };
  return {
    /** Answers a program that stands here. */
    launch: async (args) => {
      if (process.env.SOBRE_FAKE) return fakeApp();
      made ??= make();
      const { dataDir } = await made;
      return startProgram({ dataDir: copyOf(dataDir), args });
    },
    enter: async (page, app) => {
      if (process.env.SOBRE_FAKE) {
        await enterManager(page, app);
        await click(page);
        return;
      }
      const { budget } = await made;
      if (budget) await rememberBudget(page.context(), app, budget);
      await enter(page, app);
    },
  };
}

/** The windows remember this budget of a program as the one that was open last. */
export function rememberBudget(context, app, budget) {
  const { origin } = new URL(app.url);
  const remember = ([origin, budget]) => {
    if (location.origin === origin) localStorage['sobre.lastOpened'] ??= budget;
  };
  return context.addInitScript(remember, [origin, budget]);
}

async function enterManager(page, app) {
  await page.goto(app.url);
  await heading(page).waitFor();
}

async function enterNewBudget(page, app) {
  await page.goto(app.url);
  await page.getByText('No accounts yet').first().waitFor();
  await goToBudget(page);
}

async function enterBudget(page, app) {
  await page.goto(app.url);
  await budgetGrid(page).waitFor();
}

/** Runs the program on a data directory while `work` calls it; answers what that does. */
export async function withProgram(dataDir, work) {
  const app = await startProgram({ dataDir });
  try {
    const send = await callsTo(app);
    // Most stories are of people who know their way and look at several months.
    await send('set-tutorial-seen');
    await send('save-global-prefs', { maxMonths: 3 });
    return await work(send);
  } finally {
    await app.stop();
  }
}

/** Prepares a budget that a call makes and `fill` changes; a browser opens it at once. */
const prepareBudget = (call, fill) => (dataDir) =>
  withProgram(dataDir, async (send) => {
    const { id } = await send(call);
    await fill((name, args) => send(name, args, id));
    return id;
  });

const nothing = () => {};

/** The first run of a new user. */
export const firstRun = start({});

/** A first run of somebody who knows the tour. */
export const noBudget = start({ prepare: (dataDir) => withProgram(dataDir, nothing) });

/** A new budget, which has categories and no account, at its table. */
export const newBudget = start({
  prepare: prepareBudget('create-budget', nothing),
  enter: enterNewBudget,
  click: createBudget,
});

/** A new budget that `fill` changes by calls; with an account it opens at its table by itself. */
export const newBudgetWith = (fill, { hasAccount = false } = {}) =>
  start({
    prepare: prepareBudget('create-budget', fill),
    enter: hasAccount ? enterBudget : enterNewBudget,
    click: createBudget,
  });

/** The demo budget, at its table. */
export const demoBudget = start({
  prepare: prepareBudget('create-demo-budget', nothing),
  enter: enterBudget,
  click: openDemo,
});

/** The demo budget that `fill` changes by calls. */
export const demoBudgetWith = (fill) =>
  start({ prepare: prepareBudget('create-demo-budget', fill), enter: enterBudget });
