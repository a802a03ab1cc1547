import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { firstRun } from '../support/starts.mjs';
import {
  createBudget,
  expectAccessible,
  expectNoSidewaysScroll,
  resize,
} from '../support/vocabulary.mjs';

let page;

const story = storiesFrom(firstRun, { isReal: true, width: 400, height: 820 }, async (stage) => {
  ({ page } = stage);
  await createBudget(page);
});

const tour = () => page.getByRole('region', { name: 'Welcome to Sobre' });

for (const width of [400, 1024]) {
  story(
    `the first budget comes with a tour of which nothing is cut off at ${width} px`,
    async () => {
      await resize(page, { width, height: 820 });
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

story('its steps lead where they say, and it stays meanwhile', async () => {
  await tour().getByRole('link', { name: 'Give your money a job' }).click();
  await page.getByRole('treegrid', { name: 'Budget' }).waitFor();
  await tour().waitFor();
});

story('it is put aside', async () => {
  await tour().getByRole('button', { name: 'Got it' }).click();
  await tour().waitFor({ state: 'detached' });
});
