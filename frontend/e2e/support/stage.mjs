// The program and the browser that the stories of one file share.
import { after, before } from 'node:test';
import { openBrowser } from './browser.mjs';
import { keepAllEvidence } from './evidence.mjs';
import { startApp } from './program.mjs';
import { openApp } from './vocabulary.mjs';

/** For stories that the backend inside the page cannot play. */
export const real = { skip: process.env.SOBRE_FAKE };

/**
 * Starts both before the stories, opens the app in a first tab, lets `begin` do what comes before
 * the first story, and ends all of it afterwards. `isReal` stories start nothing without a program.
 */
export function openStage(begin, { isReal = false, ...window } = {}) {
  const stage = { app: null, browser: null, page: null };
  before(async () => {
    if (isReal && process.env.SOBRE_FAKE) return;
    stage.app = await startApp();
    stage.browser = await openBrowser(window);
    stage.page = await openApp(stage.browser, stage.app);
    try {
      await begin(stage);
    } catch (error) {
      await keepAllEvidence('before-the-first-story');
      throw error;
    }
  });
  after(async () => {
    await stage.browser?.close();
    await stage.app?.remove();
  });
  return stage;
}
