import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { step } from '@/lib/history/steps';
import { useNotices } from '@/lib/notices/notices';
import { lastNotice } from '@/testing/lastNotice';
import { cellIn, cellOf, nameOf, renderBudget, smallBudget } from './testing/renderBudget';

// Whole screens are rendered; a busy machine needs its time.
vi.setConfig({ testTimeout: 20_000 });

type Page = Awaited<ReturnType<typeof renderBudget>>;
let page: Page;
afterEach(() => page.finish());

const food = 'Budgeted November 2026 400.00';
const editor = (category: string, month = 'November 2026') =>
  screen.getByLabelText(`Budgeted, ${category}, ${month}`);
const focused = () => document.activeElement;
const monthButton = (month: string) => screen.getByLabelText(month, { selector: 'button' });
const isOffered = (month: string) => monthButton(month).getAttribute('aria-disabled') === 'false';

describe('editing an amount', () => {
  it('commits a sum with Enter, labels the undo step and goes down the column', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    expect(editor('Food')).toHaveProperty('value', '400.00');
    await page.user.keyboard('12.50*2+25{Enter}');
    await screen.findByLabelText('Budgeted November 2026 50.00');
    expect(page.named('budget/budget-amount')).toEqual([
      {
        name: 'budget/budget-amount',
        args: { month: '2026-11', category: 'food', amount: 5000 },
        step: step('budgeted', { amount: 5000, category: 'Food', month: '2026-11' }),
      },
    ]);
    expect(focused()).toBe(cellIn('General', 'Budgeted November'));
  });

  it('restores with Escape and sends nothing', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.user.keyboard('99{Escape}');
    expect(screen.queryByLabelText(/^Budgeted, /)).toBeNull();
    expect(focused()).toBe(cellOf(food));
    expect(page.named('budget/budget-amount')).toEqual([]);
  });

  it('confirms each amount in one notice, which undoes the last one', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.user.keyboard('99{Enter}');
    await waitFor(() => expect(lastNotice()).toBe('Budgeted 99.00 to Food in November 2026'));
    await page.user.keyboard('12{Enter}');
    await waitFor(() => expect(lastNotice()).toMatch(/^Budgeted 12\.00 to /));
    const { shown } = useNotices.getState();
    expect(shown.map(({ button }) => button?.title)).toEqual(['Undo']);
  });

  it('keeps the old amount when the text is none, and says so', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.user.keyboard('abc{Enter}');
    expect(cellOf(food).getAttribute('aria-invalid')).toBe('true');
    const notices = useNotices.getState().shown.map(({ message }) => message);
    expect(notices).toContain("Can't read “abc”. Food stays at 400.00.");
    expect(page.named('budget/budget-amount')).toEqual([]);
  });

  it('replaces when a digit is typed, continues with a sign, and previews the result', async () => {
    page = await renderBudget();
    act(() => cellOf(food).focus());
    await page.user.keyboard('5');
    expect(editor('Food')).toHaveProperty('value', '5');
    await page.user.keyboard('{Escape}+50');
    expect(editor('Food')).toHaveProperty('value', '400.00+50');
    screen.getByText('= 450.00');
    await page.user.keyboard('{Escape}');
  });

  it('reaches a month further when a new month begins while the page is open', async () => {
    page = await renderBudget();
    expect(isOffered('March 2027')).toBe(false);
    await page.event('today-changed', { today: '2026-12-01' });
    await screen.findByLabelText('January 2027 summary');
    await page.changeElsewhere((state) => state.months.push('2027-03'));
    await waitFor(() => expect(isOffered('March 2027')).toBe(true));
  });

  it('shows a transaction of long ago in every figure and reaches back to its month', async () => {
    page = await renderBudget();
    const summary = await openSummary();
    within(summary).getByText('Available Funds');
    within(summary).getByText('2,500.00');
    expect(isOffered('September 2026')).toBe(false);
    await page.changeElsewhere((state) => {
      state.months.unshift('2026-08', '2026-09');
      state.spent['2026-08 salary'] = 70000;
    });
    within(summary).getByText('3,200.00');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(isOffered('September 2026')).toBe(true));
    await page.user.click(monthButton('September 2026'));
    await screen.findByLabelText('September 2026 summary');
    expect(page.named('get-budget-bounds')).toHaveLength(1);
  });

  it('sets zero with Delete', async () => {
    page = await renderBudget();
    act(() => cellOf(food).focus());
    await page.user.keyboard('{Delete}');
    await waitFor(() =>
      expect(page.named('budget/budget-amount').map((call) => call.args)).toEqual([
        { month: '2026-11', category: 'food', amount: 0 },
      ]),
    );
  });

  it('goes with Tab from the end of the column to the next month, over closed groups', async () => {
    page = await renderBudget();
    await page.user.click(screen.getByLabelText('Collapse Savings'));
    await waitFor(() => expect(screen.queryByLabelText('Car')).toBeNull());
    await page.user.click(cellIn('Bills', 'Budgeted November'));
    await page.user.keyboard('7{Tab}');
    expect(focused()).toBe(cellIn('Food', 'Budgeted December'));
  });

  it('leaves alone what another tab has changed while an amount was only looked at', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.changeElsewhere((state) => {
      state.budgeted['2026-11 food'] = 70000;
    });
    expect(editor('Food')).toHaveProperty('value', '400.00');
    await page.user.keyboard('{Enter}');
    cellOf('Budgeted November 2026 700.00');
    expect(focused()).toBe(cellIn('General', 'Budgeted November'));
    expect(page.named('budget/budget-amount')).toEqual([]);
    await page.user.click(cellOf('Budgeted November 2026 700.00'));
    await page.user.click(document.body);
    expect(page.named('budget/budget-amount')).toEqual([]);
  });

  it('says that another tab changed the amount meanwhile, and offers that amount', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.user.keyboard('123');
    await page.changeElsewhere((state) => {
      state.budgeted['2026-11 food'] = 700;
    });
    await page.user.keyboard('{Enter}');
    await screen.findByLabelText('Budgeted November 2026 123.00');
    const notice = useNotices.getState().shown.find(({ id }) => id?.startsWith('budget-replaced'));
    expect(notice?.message).toBe(
      'Food in November 2026 was changed to 7.00 elsewhere. Your 123.00 replaced it.',
    );
    await act(async () => notice?.button?.action());
    await screen.findByLabelText('Budgeted November 2026 7.00');
  });

  it('keeps the typed text while other tabs change amounts and order', async () => {
    page = await renderBudget();
    await page.user.click(cellOf(food));
    await page.user.keyboard('123');
    await page.changeElsewhere((state) => {
      state.budgeted['2026-11 food'] = 700;
      state.groups[0]?.categories.reverse();
    });
    await screen.findByLabelText('Balance November 2026 -305.86, overspent');
    expect(editor('Food')).toHaveProperty('value', '123');
    await page.user.keyboard('{Escape}');
  });
});

describe('coming from elsewhere', () => {
  it('focuses the amount of the category that was named, once', async () => {
    page = await renderBudget(smallBudget(), { focusCategory: 'house' });
    await waitFor(() => expect(focused()).toBe(cellIn('House', 'Budgeted November')));
    const left = JSON.stringify({ pathname: '/budget', state: null });
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe(left));
  });
});

describe('groups and categories', () => {
  it('adds a group inline and discards an empty name', async () => {
    page = await renderBudget();
    await page.user.click(screen.getByText('Add group'));
    await page.user.type(screen.getByLabelText('New group name'), '  {Enter}');
    expect(page.named('category-group-create')).toEqual([]);
    await page.user.click(screen.getByText('Add group'));
    await page.user.type(screen.getByLabelText('New group name'), 'Pets{Enter}');
    const pets = await screen.findByLabelText('Pets');
    await waitFor(() => expect(focused() === pets).toBe(true));
    expect(page.named('category-group-create')[0]?.step).toEqual(
      step('addedGroup', { name: 'Pets' }),
    );
    expect(lastNotice()).toBe('Added group Pets');
    expect(useNotices.getState().shown.at(-1)?.button?.title).toBe('Undo');
  });

  it('renames with F2', async () => {
    page = await renderBudget();
    act(() => nameOf('Food').focus());
    await page.user.keyboard('{F2}Groceries{Enter}');
    await screen.findByLabelText('Groceries, has note');
    expect(page.named('category-update')[0]).toMatchObject({
      args: { id: 'food', name: 'Groceries' },
      step: step('renamed', { from: 'Food', to: 'Groceries' }),
    });
  });

  it('gives a refused name back to be put right', async () => {
    page = await renderBudget();
    page.budget.refuse('category-update', 'category-exists');
    act(() => nameOf('Food').focus());
    await page.user.keyboard('{F2}General{Enter}');
    const field = await screen.findByLabelText('Name of Food');
    expect(field).toHaveProperty('value', 'General');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(focused()).toBe(field);
    await page.user.keyboard('{Escape}');
    expect(focused()).toBe(nameOf('Food'));
  });

  it('takes back that a name was refused once another one is taken', async () => {
    page = await renderBudget();
    page.budget.refuse('category-update', 'category-exists');
    act(() => nameOf('Food').focus());
    await page.user.keyboard('{F2}General{Enter}');
    const field = await screen.findByLabelText('Name of Food');
    const refusals = () => useNotices.getState().shown.filter(({ type }) => type === 'error');
    expect(refusals()).toHaveLength(1);
    page.budget.accept('category-update');
    await page.user.clear(field);
    await page.user.type(field, 'Groceries{Enter}');
    await waitFor(() => expect(refusals()).toEqual([]));
    expect(page.named('category-update')).toHaveLength(2);
  });

  it('moves with Alt+Shift+arrows and announces the place', async () => {
    page = await renderBudget();
    act(() => nameOf('General').focus());
    await page.user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    await waitFor(() =>
      expect(lastNotice()).toBe('Moved General, position 1 of 3 in Usual Expenses'),
    );
    expect(page.named('category-move')[0]?.args).toEqual({
      id: 'general',
      groupId: 'g-usual-expenses',
      targetId: 'food',
    });
  });

  it('shows what another tab added', async () => {
    page = await renderBudget();
    await page.changeElsewhere((state) => {
      const [first] = state.groups;
      if (first) first.name = 'Everyday';
    });
    await screen.findByLabelText('Everyday');
  });

  it('lets overspending roll over and shows it', async () => {
    page = await renderBudget();
    const name = 'Balance November 2026 -61.26, overspent';
    await page.user.click(screen.getByLabelText(name));
    await page.user.click(screen.getByText('Carry negative balance to next month'));
    await screen.findByLabelText(`${name}, rolls over`);
    expect(page.named('budget/set-carryover')[0]?.args).toEqual({
      startMonth: '2026-11',
      category: 'general',
      flag: true,
    });
  });
});

describe('deleting', () => {
  const remove = async (name: string) => {
    act(() => nameOf(name).focus());
    await page.user.keyboard('{Enter}');
    await page.user.click(await screen.findByText('Delete'));
  };

  it('goes at once when nothing would be lost', async () => {
    page = await renderBudget();
    await remove('Car');
    await waitFor(() =>
      expect(page.named('category-delete')[0]).toMatchObject({
        args: { id: 'car', transferId: null },
        step: step('deleted', { name: 'Car' }),
      }),
    );
    expect(screen.queryByText('Confirm delete')).toBeNull();
  });

  it('asks for a category of the same kind otherwise, and insists on one', async () => {
    page = await renderBudget();
    await remove('Food');
    const dialog = await openDialog();
    within(dialog).getByText(/Move its budget and 1 transaction to:/);
    await page.user.click(within(dialog).getByText('Delete'));
    await within(dialog).findByText('You must select a category');
    await page.user.click(within(dialog).getByRole('combobox', { name: 'Transfer to' }));
    const options = [...document.querySelectorAll('[role=option]')].map(
      (option) => option.textContent,
    );
    expect(options).toEqual(['Hobby', 'General', 'Bills', 'Car', 'House', 'Vault']);
    await page.user.click(screen.getByText('Bills', { selector: '[role=option] *' }));
    await page.user.click(within(dialog).getByText('Delete'));
    await waitFor(() =>
      expect(page.named('category-delete')[0]?.args).toEqual({ id: 'food', transferId: 'bills' }),
    );
  });

  it('says why when the kinds differ', async () => {
    page = await renderBudget();
    page.budget.refuse('category-delete', 'category-type');
    await remove('House');
    const dialog = await openDialog();
    await page.user.type(
      within(dialog).getByLabelText('Transfer to', { selector: 'input' }),
      'Bill{Enter}',
    );
    await page.user.click(within(dialog).getByText('Delete'));
    await screen.findByText(
      'A category must be transferred to another of the same type (expense or income)',
    );
  });
});

describe('a spent amount', () => {
  const place = () => JSON.parse(screen.getByTestId('place').textContent ?? '{}');

  it('leads to its transactions', async () => {
    page = await renderBudget();
    const state = {
      goBack: true,
      filterName: 'Food in November 2026',
      category: 'food',
      month: '2026-11',
    };
    await page.user.click(
      screen.getByRole('link', { name: 'Spent November 2026 -312.86, show transactions' }),
    );
    expect(place()).toEqual({ pathname: '/accounts', state });
  });

  it('is opened by a click beside its figure, and not by the keys that reach it', async () => {
    page = await renderBudget();
    act(() => cellOf('Budgeted November 2026 400.00').focus());
    await page.user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(cellOf('Spent November 2026 -312.86'));
    expect(place().pathname).toBe('/budget');
    await page.user.click(cellOf('Spent November 2026 -312.86'));
    expect(place()).toMatchObject({ pathname: '/accounts', state: { category: 'food' } });
  });

  it('is opened with Enter on its cell', async () => {
    page = await renderBudget();
    act(() => cellOf('Spent November 2026 -312.86').focus());
    await page.user.keyboard('{Enter}');
    expect(place()).toMatchObject({ pathname: '/accounts', state: { category: 'food' } });
  });
});

describe('the screen', () => {
  it('tells what is overspent, in words that follow the sign', async () => {
    const state = smallBudget();
    state.budgeted['2026-11 bills'] = 300000;
    page = await renderBudget(state);
    const words = await screen.findByText(/General is overspent by 61\.26/);
    // It comes and goes with the amounts, so no row may be below it.
    expect(words.closest('[data-titlebar]')).not.toBeNull();
    const card = screen.getByLabelText('November 2026 summary');
    await within(card).findByText('Overbudgeted:');
    within(card).getByText('-1,010.00');
    within(await openSummary()).getByText('-3,510.00');
  });
});

/** Opens the panel that adds up what is left to budget in November. */
async function openSummary(): Promise<HTMLElement> {
  const month = screen.getByLabelText('November 2026 summary');
  await page.user.click(within(month).getByRole('button', { name: /budget/i }));
  return await screen.findByRole('dialog', { name: 'November 2026' });
}

async function openDialog(): Promise<HTMLElement> {
  const dialog = (await screen.findByText('Confirm delete')).closest('[role=dialog]');
  if (!(dialog instanceof HTMLElement)) throw new Error('no dialog');
  return dialog;
}
