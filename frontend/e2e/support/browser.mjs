// Chromium with a fresh profile, and pages that report their own faults.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { endTrace, trace } from './evidence.mjs';

const PLACES = [
  process.env.CHROME,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** An installed Chromium or Chrome; undefined when there is none but perhaps Playwright's. */
export const installedBrowser = () => PLACES.find((place) => place && existsSync(place));

/**
 * Opens a browser window of the given size; `close` also removes its profile. It is traced, unless
 * the time that its pages take is measured.
 */
export async function openBrowser({
  width = 1280,
  height = 800,
  colorScheme = 'light',
  hasScrollBars = false,
  isTraced = true,
} = {}) {
  const executablePath = installedBrowser();
  const profile = mkdtempSync(join(tmpdir(), 'sobre-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: FLAGS,
    ignoreDefaultArgs: hasScrollBars ? ['--hide-scrollbars'] : [],
    viewport: { width, height },
    colorScheme,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(20_000);
  if (isTraced) await trace(context);
  const faults = [];
  const watch = (page) => {
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      // A refused socket is how the browser reports a backend that was stopped on purpose.
      if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(text)) {
        faults.push(`console: ${text}`);
      }
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  return {
    context,
    /** Errors of all pages since the start; a story ends with none. */
    faults,
    newPage: () => context.newPage(),
    /** A page in a window of its own: unlike a tab behind another one it is drawn all the time. */
    newWindow: async () => {
      const session = await context.newCDPSession(context.pages()[0]);
      const opened = context.waitForEvent('page');
      await session.send('Target.createTarget', { url: 'about:blank', newWindow: true });
      await session.detach();
      return opened;
    },
    close: async () => {
      endTrace(context);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
