import assert from 'node:assert/strict';
import { storiesFrom } from '../support/stage.mjs';
import { demoBudget, newBudgetWith } from '../support/starts.mjs';
import {
  expectAccessible,
  expectFocused,
  expectFocusNotLost,
  expectNoSidewaysScroll,
  notice,
  openApp,
  openRegister,
  registerGrid,
  registerRow,
  undo,
} from '../support/vocabulary.mjs';

let app;
let browser;
let page;

const story = storiesFrom(demoBudget, { isReal: true }, async (stage) => {
  ({ app, browser, page } = stage);
  await openRegister(page, 'Checking');
});

const dialog = (tab) => tab.getByRole('dialog', { name: /^Import transactions/ });
const rows = (tab) => dialog(tab).locator('[data-row-id]');
const row = (tab, words) => rows(tab).filter({ hasText: words });
const button = (tab, name) => dialog(tab).getByRole('button', { name });

const found = (tab, count) =>
  tab.getByRole('main').getByText(`${count} transactions found`, { exact: true });

const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const CSV = [
  'Posted;Description;Details;Amount',
  '03.11.2026;Bakery Braun;rye bread;-3,20',
  '05.11.2026;City Transit;ticket;-2,80',
  '31.11.2026;Bad Day;x;-9,00',
  '15.11.2026;Employer;November;2.500,00',
].join('\n');

const ofx = (entries) =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>DE02 77</BANKACCTFROM>
   <BANKTRANLIST>${entries}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const entry = (id, day, name) =>
  `<STMTTRN><DTPOSTED>${day}<TRNAMT>-8.40<FITID>${id}<NAME>${name}</STMTTRN>\n`;

/** Presses a button that asks for a file, and chooses one or several. */
async function choose(tab, name, files) {
  const asked = tab.waitForEvent('filechooser');
  await button(tab, name).click();
  await (await asked).setFiles(files);
}

async function open(tab, files) {
  await tab.getByRole('toolbar').getByRole('button', { name: 'Import', exact: true }).click();
  await choose(tab, 'Choose a file', files);
}

/** Lets files fall on an element, as from another window. */
async function dropOn(tab, place, ...dropped) {
  const files = await tab.evaluateHandle(
    (given) => {
      const dragged = new DataTransfer();
      for (const [name, text] of given) dragged.items.add(new File([text], name));
      return dragged;
    },
    dropped.map(({ name, buffer }) => [name, buffer.toString()]),
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await place.dispatchEvent(type, { dataTransfer: files });
  }
}

story('a file with a bad day is imported in two presses, and again adds nothing', async () => {
  const other = await openApp(browser, app);
  await openRegister(other, 'Checking');
  await open(page, file('june.csv', CSV));
  await row(page, 'Bakery Braun').getByText('New', { exact: true }).waitFor();
  await row(page, 'Bad Day')
    .getByText('Line 4: Unable to parse date 31.11.2026 with given date format')
    .waitFor();
  await dialog(page).getByText('3 new · 1 cannot be read').waitFor();
  await expectAccessible(page);
  await button(page, 'Import 3 transactions').click();
  await notice(page, 'Imported 3 transactions.').waitFor();
  await expectFocusNotLost(page);
  await registerRow(other, /Employer.*2,500\.00/).waitFor();
  await page.getByRole('button', { name: 'Show imported' }).click();
  await found(page, 3).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await open(page, file('june.csv', CSV));
  await dialog(page).getByText('3 already there · 1 cannot be read').waitFor();
  await row(page, 'Employer').getByText('imported before').waitFor();
  assert.equal(await button(page, 'Nothing to import').isDisabled(), true);
  await button(page, 'Cancel').click();
  await undo(page);
  await registerRow(other, /Employer/).waitFor({ state: 'detached' });
  await registerRow(page, /Employer/).waitFor({ state: 'detached' });
});

story('rows are left out by keyboard, and the counts follow', async () => {
  await open(page, file('june.csv', CSV));
  await button(page, 'Import 3 transactions').waitFor();
  await row(page, 'Bakery Braun').getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Space');
  await button(page, 'Import 2 transactions').waitFor();
  await row(page, 'Bakery Braun').getByText('Left out').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await button(page, 'Import 1 transaction').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await button(page, 'Import 3 transactions').waitFor();
  await dialog(page).getByText('Mark imported transactions as cleared').click();
  await button(page, 'Import 3 transactions').click();
  await registerRow(page, /Bakery Braun/)
    .getByRole('button', { name: /uncleared|not cleared/i })
    .or(registerRow(page, /Bakery Braun/))
    .first()
    .waitFor();
});

const TYPED = newBudgetWith(
  async (send) => {
    const account = await send('account-create', { name: 'Checking', type: 'checking' });
    const typed = { account, date: '2026-11-03', amount: -320, notes: 'typed', cleared: false };
    await send('transactions-batch-update', { added: [typed] });
  },
  { hasAccount: true },
);

story('a statement clears what was typed before it came', { from: TYPED }, async () => {
  const cleared = (pressed) =>
    registerRow(page, /11\/03\/2026.*, -3\.20/).getByRole('button', { name: 'Cleared', pressed });
  await cleared(false).waitFor();
  await open(page, file('june.csv', 'Date,Payee,Amount\n2026-11-03,Bakery Braun,-3.20'));
  await row(page, 'Bakery Braun').getByText('Completes').waitFor();
  const clear = dialog(page).getByText('Mark imported transactions as cleared');
  await clear.click();
  await row(page, 'Bakery Braun').getByText('Completes').waitFor();
  await clear.click();
  await button(page, 'Import 1 transaction').click();
  await cleared(true).waitFor();
  await undo(page);
  await cleared(false).waitFor();
});

story(
  'a row that is left out stays so, and typed words stay, while the file is read again',
  async () => {
    const shops = [1, 2, 3, 4].map((at) => `2026-11-0${at},Zshop ${at},5.00,debit`);
    await open(page, file('shops.csv', `Date,Payee,Amount,Way\n${shops.join('\n')}\n`));
    await button(page, 'Import 4 transactions').waitFor();
    await row(page, 'Zshop 3').getByRole('checkbox').click();
    await button(page, 'Import 3 transactions').waitFor();
    await dialog(page).getByText('How the file is read').click();
    await dialog(page).getByText('Column with direction', { exact: true }).click();
    const word = dialog(page).getByRole('textbox', { name: 'Word for money out' });
    await word.fill('');
    await word.pressSequentially('debit');
    const skip = dialog(page).getByRole('textbox', { name: 'Skip lines at the start' });
    await skip.fill('1');
    await row(page, 'Zshop 1').waitFor({ state: 'detached' });
    await row(page, 'Zshop 3').getByText('Left out').waitFor();
    assert.equal(await rows(page).getByText('Left out').count(), 1);
    await skip.fill('0');
    await row(page, 'Zshop 1').waitFor();
    await row(page, 'Zshop 3').getByText('Left out').waitFor();
    await button(page, 'Cancel').click();
  },
);

/** The options and the first rows are on the screen together, in a dialog that does not scroll. */
async function expectRowsBesideOptions(tab) {
  await dialog(tab).getByText('How the file is read').click();
  const skip = dialog(tab).getByRole('textbox', { name: 'Skip lines at the end' });
  await skip.scrollIntoViewIfNeeded();
  const { height } = tab.viewportSize();
  for (const place of [skip, rows(tab).first(), rows(tab).nth(1)]) {
    const box = await place.boundingBox();
    assert.ok(box.y > 0 && box.y + box.height < height, `at ${box.y} of ${height}`);
  }
  await skip.fill('2');
  await row(tab, 'Bad Day').waitFor({ state: 'detached' });
  await row(tab, 'Bakery Braun').click({ trial: true });
  await dialog(tab).getByText('2 new', { exact: true }).waitFor();
}

story('of a long file only the visible rows are drawn', async () => {
  const shops = Array.from({ length: 300 }, (_, at) => `2026-11-03,Shop ${at},-4.50`);
  await open(page, file('long.csv', `Date,Payee,Amount\n${shops.join('\n')}\n`));
  await button(page, 'Import 300 transactions').waitFor();
  assert.ok((await rows(page).count()) < 100);
  await dialog(page).getByText('How the file is read').click();
  assert.ok((await rows(page).count()) < 100);
});

story('an option of the reading is changed with its effect in view', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, file('june.csv', CSV));
  await expectRowsBesideOptions(page);
  await expectAccessible(page);
});

story('the columns of a file are chosen once', async () => {
  const table = (payee) => `When,Who,What,How much\n2026-11-03,-4.50,${payee},1\n`;
  await open(page, file('odd.csv', table('Harbour Cafe')));
  await rows(page).first().waitFor();
  await dialog(page).getByText('How the file is read').click();
  const field = (name) => dialog(page).getByRole('button', { name: new RegExp(`${name}$`) });
  const set = async (name, column) => {
    await field(name).click();
    const list = page.getByRole('listbox', { name: new RegExp(`${name.trim()}$`) });
    await list.getByRole('option', { name: column, exact: true }).click();
    await list.waitFor({ state: 'detached' });
  };
  await set('Payee', 'What');
  await set('Notes', 'None');
  await set(' Amount', 'Who');
  await row(page, 'Harbour Cafe').getByText('-4.50').waitFor();
  await expectAccessible(page);
  await button(page, 'Import 1 transaction').click();
  await registerRow(page, /Harbour Cafe.*4\.50/).waitFor();
  await open(page, file('odd.csv', table('Harbour Bar')));
  await row(page, 'Harbour Bar').getByText('-4.50').waitFor();
  await button(page, 'Import 1 transaction').click();
  await registerRow(page, /Harbour Bar.*4\.50/).waitFor();
});

story('an account is known by its number from the second file on', async () => {
  const savings = page.getByRole('navigation').getByRole('link', { name: /^Savings/ });
  await dropOn(page, savings, file('a.ofx', ofx(entry(1, 20261103, 'Corner Shop'))));
  await dialog(page)
    .getByText('Account number DE02 77 will be remembered for this account.')
    .waitFor();
  await button(page, 'Import 1 transaction').click();
  await notice(page, 'Imported 1 transaction.').waitFor();
  await openRegister(page, 'All accounts');
  const both = entry(1, 20261103, 'Corner Shop') + entry(2, 20261104, 'Corner Shop');
  await dropOn(page, registerGrid(page), file('b.ofx', ofx(both)));
  await dialog(page).getByText('Account number DE02 77 was imported here before.').waitFor();
  await button(page, /^Savings/).waitFor();
  await row(page, 'Already there').getByText('same bank reference').waitFor();
  await button(page, 'Import 1 transaction').click();
  await openRegister(page, 'Checking');
  const third = file('c.ofx', ofx(entry(3, 20261105, 'Corner Shop')));
  await dropOn(page, registerGrid(page), third);
  await dialog(page).getByText('was imported into Savings before.').waitFor();
  await button(page, 'Use Savings').click();
  await button(page, 'Import 1 transaction').click();
  await openRegister(page, 'Savings');
  await page.getByRole('searchbox').first().fill('Corner Shop');
  await found(page, 3).waitFor();
});

story('files that are dropped together are imported one after the other', async () => {
  const bank = (name) => `Date,Payee,Amount\n2026-11-03,${name},-4.20\n`;
  const named = ['First Kiosk', 'Second Kiosk'];
  await dropOn(page, registerGrid(page), ...named.map((name) => file(`${name}.csv`, bank(name))));
  for (const [at, name] of named.entries()) {
    await dialog(page)
      .getByRole('heading', { name: `file ${at + 1} of 2` })
      .waitFor();
    await row(page, name).getByText('New', { exact: true }).waitFor();
    await button(page, 'Import 1 transaction').click();
  }
  await dialog(page).waitFor({ state: 'detached' });
  for (const name of named) await registerRow(page, new RegExp(name)).waitFor();
  await undo(page);
  await registerRow(page, /Second Kiosk/).waitFor({ state: 'detached' });
  await registerRow(page, /First Kiosk/).waitFor();
});

story('a file that cannot be read says why and leaves the way to another one', async () => {
  await open(page, file('bad.csv', 'a,b\n"1,2\n'));
  await dialog(page)
    .getByText('Error: Failed parsing: the quotation mark on line 2 is never closed.')
    .waitFor();
  await expectAccessible(page);
  await choose(page, 'Select new file', file('empty.csv', 'Date,Amount\n'));
  await dialog(page).getByText('No transactions found').waitFor();
  const two = [file('one.csv', CSV), file('two.csv', 'Date,Payee,Amount\n2026-11-03,Kiosk,-2\n')];
  await choose(page, 'Select new file', two);
  await dialog(page)
    .getByRole('heading', { name: /file 1 of 2/ })
    .waitFor();
  await button(page, 'Skip this file').click();
  await row(page, 'Kiosk').waitFor();
  await button(page, 'Import 1 transaction').click();
  await registerRow(page, /Kiosk/).waitFor();
});

story('what is put in an envelope is learned, and the next file arrives with it', async () => {
  const kiosk = (days) =>
    ['Date,Payee,Amount', ...days.map((day) => `2026-11-${day},Night Kiosk,-3.${day}`)].join('\n');
  await open(page, file('first.csv', kiosk(['02', '04', '06'])));
  await button(page, 'Import 3 transactions').click();
  await page.getByRole('button', { name: 'Show imported' }).click();
  await found(page, 3).waitFor();
  await registerRow(page, /Night Kiosk/)
    .getByRole('gridcell', { name: 'Payee' })
    .focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('c');
  const asked = page.getByRole('dialog', { name: /^Category of 3 transactions$/ });
  await expectFocused(asked.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.type('Restaurants');
  await page.keyboard.press('Enter');
  await registerRow(page, /Night Kiosk, Restaurants/).waitFor();
  await open(page, file('second.csv', kiosk(['06', '09', '12'])));
  await dialog(page).getByText('2 new · 1 already there').waitFor();
  await row(page, 'Night Kiosk').filter({ hasText: '-3.12' }).getByText('Restaurants').waitFor();
  await button(page, 'Import 2 transactions').click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await registerRow(page, /Night Kiosk, Restaurants, -3\.12/).waitFor();
  await page.goto(`${new URL(page.url()).origin}/rules`);
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill('Night Kiosk');
  await page
    .getByRole('grid', { name: 'Rules' })
    .getByRole('row')
    .filter({ hasText: /Night Kiosk.*Restaurants/ })
    .waitFor();
});

const phone = { isReal: true, width: 400, height: 800, isTouched: true };
const onPhone = storiesFrom(demoBudget, phone, async (stage) => {
  ({ page } = stage);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page
    .getByRole('link', { name: /^Checking/ })
    .first()
    .click();
});

onPhone('a file is imported on a phone', async () => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'Choose a file', file('june.csv', CSV));
  await row(page, 'Bakery Braun').getByText('New', { exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row(page, 'Bakery Braun').click();
  await button(page, 'Import 2 transactions').click();
  await notice(page, 'Imported 2 transactions.').waitFor();
  await page
    .getByRole('link', { name: /^Employer/ })
    .first()
    .waitFor();
});

onPhone('an option of the reading is changed with its effect in view on a phone', async () => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'Choose a file', file('june.csv', CSV));
  await expectRowsBesideOptions(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
