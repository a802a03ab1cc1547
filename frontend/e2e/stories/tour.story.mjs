import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from '../support/browser.mjs';
import { startProgram } from '../support/program.mjs';
import { real } from '../support/stage.mjs';
import { createBudget, expectAccessible, expectNoSidewaysScroll } from '../support/vocabulary.mjs';

let app;
let browser;
let page;

before(async () => {
  if (process.env.SOBRE_FAKE) return;
  app = await startProgram();
  browser = await openBrowser({ width: 400, height: 820 });
  page = await browser.newPage();
  await page.goto(app.url);
  await createBudget(page);
});
after(async () => {
  await browser?.close();
  await app?.remove();
});

const tour = () => page.getByRole('region', { name: 'Welcome to Sobre' });

for (const width of [400, 1024]) {
  test(
    `the first budget comes with a tour of which nothing is cut off at ${width} px`,
    real,
    async () => {
      await page.setViewportSize({ width, height: 820 });
      await tour().waitFor();
      for (const step of ['Add an account', 'Give your money a job', 'Record a purchase']) {
        const seen = await tour()
          .getByRole('link', { name: step })
          .evaluate((link) => {
            const { left, right, top } = link.getBoundingClientRect();
            // What lies in the middle of the step is the step itself, and not what cuts it off.
            const middle = document.elementFromPoint(
              (left + right) / 2,
              top + link.clientHeight / 2,
            );
            return { isWhole: left >= 0 && right <= innerWidth, isSeen: link.contains(middle) };
          });
        assert.deepEqual(seen, { isWhole: true, isSeen: true }, step);
      }
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );
}

test('its steps lead where they say, and it stays meanwhile', real, async () => {
  await tour().getByRole('link', { name: 'Give your money a job' }).click();
  await page.getByRole('treegrid', { name: 'Budget' }).waitFor();
  await tour().waitFor();
});

test('it is put aside, and no page reported a fault', real, async () => {
  await tour().getByRole('button', { name: 'Got it' }).click();
  await tour().waitFor({ state: 'detached' });
  assert.deepEqual(browser.faults, []);
});
