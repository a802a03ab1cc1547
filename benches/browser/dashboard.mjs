// How long after a click the page of reports is drawn.

const REGISTER = 'nav a[href*="/accounts"]';
const REPORTS = 'nav a[href$="/reports"]';

/** Opens the page of reports again and again; answers for each how many ms its cards took. */
export async function dashboards(page, count) {
  const found = [];
  for (let turn = 0; turn < count; turn += 1) {
    found.push(await page.evaluate(open, REPORTS));
    await page.locator(REGISTER).first().click();
    await page.locator('[role=grid] [data-row-id]').first().waitFor();
  }
  return found;
}

/** Runs in the page: presses the link, and answers when all cards begin to be drawn. */
function open(selector) {
  return new Promise((resolve) => {
    const start = performance.now();
    const watch = new MutationObserver(() => {
      const cards = document.querySelectorAll('[data-card]');
      if (cards.length === 0 || document.querySelector('[data-card] [aria-busy]')) return;
      watch.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    document.querySelector(selector).click();
  });
}
