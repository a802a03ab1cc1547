// The program on a data directory, a browser, and windows that show its register.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import readline from 'node:readline';

import { openWindow, startChromium } from '../../frontend/e2e/support/browser.mjs';
import { putTourAside } from '../../frontend/e2e/support/vocabulary.mjs';

const SIZE = { width: 1440, height: 900 };

/** Starts the program; answers its address with the token in it, and how to end it. */
export async function startProgram(binary, dataDir) {
  if (!existsSync(binary)) throw new Error(`${binary} is not built`);
  const options = ['serve', '--no-open', '--port', '0', '--data-dir', dataDir];
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const found = /http:\/\/\S+\?token=\S+/.exec(line);
    if (found) return { url: found[0], stop };
  }
  throw new Error('the program does not tell its address');
}

/** A browser; `open` opens the register of all accounts in a window of its own. */
export async function startBrowser(url) {
  const chromium = await startChromium({ hasScrollBars: true });
  const browser = await openWindow(chromium, SIZE);
  const open = async (budget) => {
    const page = await browser.newWindow();
    page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
    await page.goto(url);
    await putTourAside(page);
    await openRegister(page, budget);
    return page;
  };
  return { open, close: () => chromium.close() };
}

async function openRegister(page, budget) {
  const register = page.getByRole('navigation').getByRole('link', { name: /^All accounts/ });
  const file = page.getByRole('row', { name: budget });
  await register.or(file).first().waitFor();
  // The program opens the budget of last time itself, and later windows find it open.
  if (!(await register.isVisible())) await file.click();
  await register.click();
  await page.locator('[role=grid] [data-row-id]').first().waitFor();
  // The first page is there before the length is known.
  await page.waitForFunction(
    () => Number(document.querySelector('[role=grid]').ariaRowCount) > 1000,
  );
}
