import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Account, CategoryGroup } from '@/generated/contract';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { AccountPicker } from './AccountPicker';
import { AmountField } from './AmountField';
import { CategoryPicker } from './CategoryPicker';
import { DateField } from './DateField';
import type { CommitHow, FieldProps } from './field';
import { PayeePicker } from './PayeePicker';

const PAYEES = [
  ...['Aldi', 'Bakery', 'Cinema', 'Landlord', 'Lido'].map((name) => ({
    id: name.toLowerCase(),
    name,
    transfer_acct: null,
  })),
  { id: 'to-savings', name: 'Savings', transfer_acct: 'savings' },
];
const category = (id: string, name: string, cat_group: string) => ({
  ...{ id, name, cat_group, is_income: false, hidden: false, sort_order: 0 },
});
const group = (id: string, name: string, names: string[]): CategoryGroup => ({
  ...{ id, name, is_income: false, hidden: false, sort_order: 0 },
  categories: names.map((each) => category(each.toLowerCase(), each, id)),
});
const GROUPS = [
  group('splendid', 'Splendid', ['Clothing']),
  group('daily', 'Daily', ['Food', 'Fast food']),
];
const account = (id: string, offbudget: boolean, closed = false): Account => ({
  ...{ id, name: id, type: null, offbudget, closed, sort_order: 0 },
});
const ACCOUNTS = [account('Checking', false), account('House', true), account('Old', false, true)];

const commits = vi.fn<(how: CommitHow, value: unknown, kept: boolean) => unknown>();
const cancel = vi.fn();
beforeEach(async () => {
  new FakeBackend().install();
  await settle();
  commits.mockReset();
  cancel.mockReset();
});

/** A field with its value beside it, as the screens hold it. */
function mount<T, P extends FieldProps<T>>(
  Field: ComponentType<P>,
  value: T,
  more: Omit<P, keyof FieldProps<T>>,
) {
  const keys = { label: 'Field', onCommit: commits, onCancel: cancel, autoFocus: true };
  function Owner() {
    const [now, setNow] = useState(value);
    const props = { ...more, ...keys, value: now, onChange: setNow } as unknown as P;
    return (
      <>
        <Field {...props} />
        <output data-testid="value">{String(now)}</output>
        <button type="button">after</button>
      </>
    );
  }
  render(<Owner />);
  return userEvent.setup();
}
const value = () => screen.getByTestId('value').textContent;
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('the start of a payee and Tab takes it, and says how the field was left', async () => {
  const user = mount(PayeePicker, 'bakery' as string | null, { payees: PAYEES });
  await user.keyboard('al');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'al');
  await user.keyboard('{Tab}');
  expect(value()).toBe('aldi');
  expect(commits).toHaveBeenLastCalledWith('tab', 'aldi', false);
});

test('text that no payee begins with keeps the old one and says so', async () => {
  const user = mount(PayeePicker, 'bakery' as string | null, { payees: PAYEES });
  await user.keyboard('i{Enter}');
  expect(value()).toBe('bakery');
  expect(lastNotice()).toBe('Pick one of the matches for “i”. Kept Bakery.');
  expect(commits).toHaveBeenLastCalledWith('enter', 'bakery', true);
});

test('of several payees that begin alike the recent one is highlighted, and Tab takes it', async () => {
  const payees = ['Hilltop Bar', 'Hilltop Farm'].map((name) => ({
    id: name,
    name,
    transfer_acct: null,
  }));
  const user = mount(PayeePicker, null as string | null, { payees, recent: ['Hilltop Farm'] });
  await user.keyboard('hilltop');
  const farm = screen.getByRole('option', { name: 'Hilltop Farm' });
  expect(farm.dataset.focused).toBe('true');
  await user.keyboard('{Tab}');
  expect(value()).toBe('Hilltop Farm');
});

test('a payee is created by the only entry that is left, or by one that was reached', async () => {
  const user = mount(PayeePicker, 'bakery' as string | null, { payees: PAYEES });
  await user.keyboard('al{ArrowUp}{Tab}');
  expect(value()).toBe('new:al');
  await user.click(screen.getByRole('combobox'));
  await user.keyboard(' New shop {Tab}');
  expect(value()).toBe('new:New shop');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'New shop');
});

test('an exact match and Make Transfer leave no way to create', async () => {
  const user = mount(PayeePicker, null as string | null, { payees: PAYEES });
  await user.keyboard('aldi ');
  expect(options()).toEqual(['Aldi']);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('sav');
  expect(options()).toContain('Create payee “sav”');
  await user.click(screen.getByRole('button', { name: 'Make Transfer', pressed: false }));
  expect(options()).toEqual(['Savings']);
  await user.keyboard('{Alt>}t{/Alt}');
  expect(screen.getByRole('button', { name: 'Make Transfer', pressed: false })).toBeTruthy();
});

test('with thousands of payees a hundred are shown, recent ones first, and the hint', async () => {
  const payees = Array.from({ length: 5_000 }, (_, index) => ({
    ...{ id: `p${index}`, name: `Payee ${index}`, transfer_acct: null },
  }));
  const user = mount(PayeePicker, null as string | null, { payees, recent: ['p4000', 'p7'] });
  await user.click(screen.getByRole('combobox'));
  expect(options()).toHaveLength(100);
  expect(options().slice(0, 3)).toEqual(['Payee 4000', 'Payee 7', 'Payee 0']);
  expect(screen.getByText('More payees are available, search to find them')).toBeTruthy();
});

test('emptying the payee clears it, Escape brings it back', async () => {
  const user = mount(PayeePicker, 'bakery' as string | null, { payees: PAYEES });
  const field = screen.getByRole('combobox');
  await user.clear(field);
  await user.keyboard('{Escape}');
  expect(field).toHaveProperty('value', 'Bakery');
  expect(cancel).not.toHaveBeenCalled();
  await user.clear(field);
  await user.keyboard('{Tab}');
  expect(value()).toBe('null');
});

test('a second Escape cancels', async () => {
  const user = mount(PayeePicker, 'bakery' as string | null, { payees: PAYEES });
  await user.keyboard('al{Escape}{Escape}');
  expect(cancel).toHaveBeenCalledOnce();
  expect(value()).toBe('bakery');
  expect(commits).not.toHaveBeenCalled();
});

test.each(['s', 'sp', 'spl', 'split'])('"%s" and Tab splits', async (text) => {
  const onSplit = vi.fn();
  const user = mount(CategoryPicker, 'food' as string | null, { groups: GROUPS, onSplit });
  await user.keyboard(`${text}{Tab}`);
  expect(onSplit).toHaveBeenCalledOnce();
  expect(commits).not.toHaveBeenCalled();
  expect(value()).toBe('food');
});

test('categories stand in their groups with balances, better matches first', async () => {
  const user = mount(CategoryPicker, null as string | null, {
    groups: GROUPS,
    balanceOf: (id: string) => (id === 'food' ? 123_456 : 0),
  });
  await user.keyboard('foo');
  const daily = screen.getByRole('group', { name: 'Daily' });
  const found = within(daily).getAllByRole('option');
  expect(found.map((option) => option.textContent)).toEqual(['Food1,234.56', 'Fast food0.00']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(value()).toBe('fast food');
});

test('a group is found by its name when no category matches', async () => {
  const user = mount(CategoryPicker, null as string | null, { groups: GROUPS });
  await user.keyboard('splen');
  expect(options()).toEqual(['Clothing']);
});

test('open accounts are offered by group, and one is always kept', async () => {
  const user = mount(AccountPicker, 'Checking' as string | null, { accounts: ACCOUNTS });
  await user.click(screen.getByRole('combobox'));
  expect(screen.getAllByRole('group').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Budget accounts',
    'Off budget',
  ]);
  expect(options()).toEqual(['Checking', 'House']);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('{Tab}');
  expect(value()).toBe('Checking');
});

test('choosing with the pointer keeps the focus in the field', async () => {
  const user = mount(AccountPicker, 'Checking' as string | null, { accounts: ACCOUNTS });
  await user.click(screen.getByRole('combobox'));
  await user.click(screen.getByRole('option', { name: 'House' }));
  expect(value()).toBe('House');
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

test('a day is typed without separators; nothing is today and nonsense is no day', async () => {
  const user = mount(DateField, '2026-03-01' as string | null, {});
  const field = screen.getByRole('textbox');
  expect(field).toHaveProperty('value', '03/01/2026');
  await user.keyboard('1105{Enter}');
  expect(value()).toBe('2026-11-05');
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect(value()).toBe('2026-11-20');
  await user.clear(field);
  await user.keyboard('99/99{Enter}');
  expect(value()).toBe('null');
});

test('a day in words is typed letter by letter; t alone is today in an empty field', async () => {
  const user = mount(DateField, '2026-03-01' as string | null, {});
  const field = screen.getByRole('textbox');
  await user.keyboard('tomorrow{Enter}');
  expect(value()).toBe('2026-11-21');
  await user.clear(field);
  await user.keyboard('t');
  expect(field).toHaveProperty('value', '11/20/2026');
  await user.keyboard('omorrow{Enter}');
  expect(value()).toBe('2026-11-21');
  await user.clear(field);
  await user.keyboard('hilltop{Enter}');
  await screen.findByText('Not a date: hilltop. Try 11/20/2026.');
});

test('an amount that is not read is refused at its field', async () => {
  const user = mount(AmountField, 4000 as number | null, {});
  await user.keyboard('12.3.4{Enter}');
  expect(value()).toBe('4000');
  const field = screen.getByRole('textbox');
  const told = 'Not an amount. Kept 40.00.';
  expect(screen.getAllByText(told).some(({ id }) => id === `${field.id}-error`)).toBe(true);
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('=50+50{Enter}');
  expect(value()).toBe('10000');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('plus and minus step by a day, over the end of a month', async () => {
  const user = mount(DateField, '2026-03-01' as string | null, {});
  await user.keyboard('-{Enter}');
  expect(value()).toBe('2026-02-28');
  await user.keyboard('++{Enter}');
  expect(value()).toBe('2026-03-02');
});

test('the calendar opens with the arrow down and gives a day back', async () => {
  const user = mount(DateField, '2026-03-01' as string | null, {});
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('grid');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(value()).toBe('2026-03-02');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('an amount is reckoned, and its result shows before it is taken', async () => {
  const user = mount(AmountField, 4000 as number | null, {});
  await user.keyboard('10+2*1.25');
  expect(screen.getByText('= 12.50')).toBeTruthy();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(value()).toBe('1250');
  expect(commits).toHaveBeenLastCalledWith('shift-enter', 1250, false);
});

test('what is no amount keeps the old one, and nothing is no amount', async () => {
  const user = mount(AmountField, 4000 as number | null, {});
  await user.keyboard('12..5x');
  expect(screen.getByText('Not an amount')).toBeTruthy();
  await user.keyboard('{Tab}');
  expect(value()).toBe('4000');
  await user.click(screen.getByRole('textbox'));
  await user.keyboard('9999999999999999999{Enter}');
  expect(lastNotice()).toBe("That's more than Sobre can hold. Check the zeros. Kept 40.00.");
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('{Enter}');
  expect(value()).toBe('null');
});

test('a share is taken from the whole', async () => {
  const user = mount(AmountField, null as number | null, { percentOf: -10_001 });
  await user.keyboard('25%{Enter}');
  expect(value()).toBe('-2500');
});
