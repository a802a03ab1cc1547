// Chromium, and windows of it that share nothing and report the faults of their pages.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

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

/** Starts Chromium without a window. */
export function startChromium({ hasScrollBars = false } = {}) {
  const executablePath = installedBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: FLAGS,
    ignoreDefaultArgs: hasScrollBars ? ['--hide-scrollbars'] : [],
  });
}

/** Opens windows of the given size in a Chromium; they know nothing of other ones. */
export async function openWindow(
  running,
  { width = 1280, height = 800, colorScheme = 'light', isTouched = false } = {},
) {
  const viewport = { width, height };
  const touch = isTouched ? { hasTouch: true, isMobile: true } : {};
  const context = await running.newContext({
    ...{ viewport, colorScheme, ...touch },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(20_000);
  const faults = [];
  const watch = (page) => {
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      // The development server has no program to ask for a session.
      if (process.env.SOBRE_FAKE && message.location().url.endsWith('/api/session')) return;
      // A refused socket is how the browser reports a backend that was stopped on purpose.
      if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(text)) {
        faults.push(`console: ${text}`);
      }
    });
  };
  context.on('page', watch);
  return {
    context,
    /** Errors of all pages since the start; a story ends with none. */
    faults,
    newPage: () => context.newPage(),
    /** A page in a window of its own: unlike a tab behind another one it is drawn all the time. */
    newWindow: async () => {
      const page = context.pages()[0] ?? (await context.newPage());
      const session = await context.newCDPSession(page);
      const { targetInfo } = await session.send('Target.getTargetInfo');
      const { browserContextId } = targetInfo;
      const opened = context.waitForEvent('page');
      const url = 'about:blank';
      await session.send('Target.createTarget', { url, browserContextId, newWindow: true });
      await session.detach();
      return opened;
    },
    close: () => context.close(),
  };
}
