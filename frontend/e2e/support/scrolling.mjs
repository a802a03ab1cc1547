// Scrolling the register by its bar, and what is drawn and read meanwhile.

/** From the end of the track to the middle of the handle of a very long list. */
const THUMB_PX = 21;

export function listBody(page) {
  return page.locator('[role=grid] > [role=rowgroup]').last();
}

/** Drags the bar from one share of its way to another in so many moves; the button stays down. */
export async function dragBar(page, from, to, moves) {
  const box = await listBody(page).boundingBox();
  const x = box.x + box.width - 4;
  const at = (share) => box.y + THUMB_PX + (box.height - 2 * THUMB_PX) * share;
  await page.mouse.move(x, at(from));
  await page.mouse.down();
  for (let move = 1; move <= moves; move += 1) {
    await page.mouse.move(x, at(from + ((to - from) * move) / moves));
  }
  if (to === 0 || to === 1) await dragToEnd(page, x, at(to), to === 1);
  await page.mouse.up();
}

/**
 * Goes on to the very end, wherever the bar was taken. The browser takes one move per frame and
 * drops the others, so the last one is made again until the list stands there.
 */
async function dragToEnd(page, x, y, isDown) {
  const isThere = () =>
    listBody(page).evaluate(
      (body, toBottom) =>
        Math.abs(
          toBottom ? body.scrollHeight - body.clientHeight - body.scrollTop : body.scrollTop,
        ) < 2,
      isDown,
    );
  for (let beyond = THUMB_PX; !(await isThere()); beyond = 2 * THUMB_PX + 1 - beyond) {
    await page.mouse.move(x, isDown ? y + beyond : y - beyond);
  }
}

/** The transactions that lie wholly in view, with their lines counted from 0. */
export function linesInView(page) {
  return listBody(page).evaluate((body) => {
    const outer = body.getBoundingClientRect();
    return [...body.querySelectorAll('[data-row-id]')]
      .filter((row) => {
        const inner = row.getBoundingClientRect();
        return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
      })
      .map((row) => ({ line: Number(row.ariaRowIndex) - 2, id: row.dataset.rowId }))
      .sort((left, right) => left.line - right.line);
  });
}

/** Notes the offsets of the pages each tab of a browser asks for; answers those of one tab. */
export function notePages(context) {
  const offsets = new Map();
  const note = (page) => {
    const asked = [];
    offsets.set(page, asked);
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const { name, args } = JSON.parse(String(payload));
        if (name === 'query' && args.limit !== undefined) asked.push(args.offset);
      }),
    );
  };
  for (const page of context.pages()) note(page);
  context.on('page', note);
  return (page) => offsets.get(page);
}

/** The lines whose rows are changed in the page by what `act` does to the first one. */
export async function redrawnLines(page, act) {
  await listBody(page).evaluate((body) => {
    const seen = new Set();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target.closest ? target : target.parentElement).closest('[role=row]');
        seen.add(row ? Number(row.ariaRowIndex) - 2 : 'the list');
      }
    });
    watch.observe(body, { subtree: true, childList: true, attributes: true, characterData: true });
    window.sobreRedrawn = { seen, watch };
  });
  await act();
  await page.waitForFunction(() => window.sobreRedrawn.seen.size > 0);
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    window.sobreRedrawn.watch.disconnect();
    return [...window.sobreRedrawn.seen];
  });
}
