// A mouse opens what it clicks in a chart: bars, slices, flows and the points of lines.
import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget } from '../support/starts.mjs';
import { expectFocused, registerGrid } from '../support/vocabulary.mjs';

let app;
let page;

const size = { width: 1440, height: 1000 };
const story = storiesFrom(demoBudget, { isReal: true, ...size }, (stage) => {
  ({ app, page } = stage);
});

const chart = () => page.locator('[aria-roledescription=chart]');

async function show(path) {
  await page.goto(`${new URL(app.url).origin}${path}`);
  await chart().getByRole('img').waitFor();
}

/** A place where the pointer is over a shape and nothing else of the drawing. */
async function placeOn(shape) {
  await shape.scrollIntoViewIfNeeded();
  const place = await shape.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const steps = Array.from({ length: 24 }, (_, at) => (at + 0.5) / 24);
    const places = steps.flatMap((down) =>
      steps.map((along) => ({ x: left + along * width, y: top + down * height })),
    );
    return places.find(({ x, y }) => document.elementFromPoint(x, y) === element);
  });
  assert.ok(place, 'the shape can be pointed at');
  return place;
}

/** Clicks, looks at the transactions, and is back where the click was. */
async function expectOpens({ x, y }) {
  await page.mouse.move(x, y);
  // A press is drawn at once, a move with the next frame.
  await page.mouse.down();
  const meant = await page.getByRole('figure').locator('p').first().textContent();
  await page.mouse.up();
  await registerGrid(page).waitFor();
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goBack();
  await expectFocused(chart());
  await page.getByRole('figure').getByText(meant, { exact: true }).first().waitFor();
  return { meant, title };
}

story('a click on a bar opens its transactions, and Back returns to it', async () => {
  await show('/reports/cash-flow?from=2026-06&to=2026-11');
  const place = await chart()
    .locator('path[data-hue="1"]')
    .first()
    .evaluate((path) => {
      // All bars are one path: M left, foot, then the way up to its head.
      const [, left, foot, head, width] = path
        .getAttribute('d')
        .match(/^M([^,]+),([^V]+)V([^h]+)h([^V]+)/);
      const at = path.ownerSVGElement.createSVGPoint();
      [at.x, at.y] = [Number(left) + Number(width) / 2, (Number(foot) + Number(head)) / 2];
      const { x, y } = at.matrixTransform(path.getScreenCTM());
      return { x, y };
    });
  const { meant, title } = await expectOpens(place);
  assert.equal(meant, 'June 2026');
  assert.equal(title, 'Income, June 2026');
});

story('a click on a point of a line opens what it is made of, and Back returns to it', async () => {
  await show('/reports/net-worth');
  const place = await chart()
    .locator('g[data-hue="1"] circle')
    .nth(2)
    .evaluate((dot) => {
      const { left, top, width, height } = dot.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
  const { meant, title } = await expectOpens(place);
  assert.equal(title, `Net worth, ${meant}`);
});

story('a click on a part of a ring opens its transactions, and Back returns to it', async () => {
  await show('/reports/custom');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByText('Ring', { exact: true }).click();
  const parts = chart().locator('path[data-item]');
  await parts.nth(1).waitFor();
  const { meant, title } = await expectOpens(await placeOn(parts.nth(1)));
  assert.ok(title.startsWith(`${meant}, `), `${title} is about ${meant}`);
});

story('a click on a flow opens its transactions, and Back returns to it', async () => {
  await show('/reports/sankey');
  const { meant, title } = await expectOpens(
    await placeOn(chart().locator('path[data-item]').first()),
  );
  assert.equal(title, meant);
});
