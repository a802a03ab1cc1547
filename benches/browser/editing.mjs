// Edits in one tab, and how long another one takes to show them.

/** The mark "cleared" of the first transaction in a page: one press is one edit. */
const MARK = '[role=grid] [role=rowgroup]:last-of-type [data-row-id] [data-action=clear]';

/** Presses marks in a page one after another until the answered function is called. */
export async function keepEditing(page, everyMs) {
  await page.evaluate(
    ({ selector, pause }) => {
      let count = 0;
      window.sobreEditing = setInterval(() => {
        const marks = document.querySelectorAll(selector);
        marks[(count += 1) % marks.length].click();
      }, pause);
    },
    { selector: MARK, pause: everyMs },
  );
  return () => page.evaluate(() => clearInterval(window.sobreEditing));
}

/**
 * Makes single edits in one page. Answers for each how many ms later the other one has changed its
 * row, and how many ms later it began to draw the frame that shows it.
 */
export async function latencies(editor, viewer, count) {
  const offset = await clockOffset(editor, viewer);
  const found = { changed: [], drawn: [] };
  for (let edit = 0; edit < count; edit += 1) {
    const seen = viewer.evaluate(nextChange, MARK);
    const start = await editor.evaluate(press, MARK);
    const { changed, drawn } = await seen;
    found.changed.push(changed - start - offset);
    found.drawn.push(drawn - start - offset);
  }
  return found;
}

/** Runs in the page: presses, and answers when that was. */
async function press(selector) {
  // By then the other page listens; and it may be any time within a frame.
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 17));
  const at = performance.timeOrigin + performance.now();
  document.querySelector(selector).click();
  return at;
}

/** Runs in the page: waits until the first row changes. */
function nextChange(selector) {
  const now = () => performance.timeOrigin + performance.now();
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      const changed = now();
      requestAnimationFrame(() => resolve({ changed, drawn: now() }));
    });
    const row = document.querySelector(selector).closest('[role=row]');
    watch.observe(row, { subtree: true, childList: true, attributes: true });
  });
}

/** How many ms the clock of the second page is ahead of the first one's. */
async function clockOffset(first, second) {
  await second.evaluate(() => {
    const channel = new BroadcastChannel('sobre-clock');
    channel.onmessage = ({ data }) => {
      if (data === 'ask') channel.postMessage(performance.timeOrigin + performance.now());
    };
  });
  return first.evaluate(async () => {
    const channel = new BroadcastChannel('sobre-clock');
    const now = () => performance.timeOrigin + performance.now();
    let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
    for (let turn = 0; turn < 50; turn += 1) {
      const asked = now();
      const there = await new Promise((resolve) => {
        channel.onmessage = ({ data }) => resolve(data);
        channel.postMessage('ask');
      });
      const took = now() - asked;
      if (took < best.took) best = { took, offset: there - asked - took / 2 };
    }
    channel.close();
    return best.offset;
  });
}
