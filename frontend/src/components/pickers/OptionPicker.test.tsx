import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { lastNotice } from '@/testing/lastNotice';
import { GROUPS } from '@/testing/optionGroups';
import { OptionPicker } from './OptionPicker';

function Field({ start = 'food' }: { start?: string }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <OptionPicker label="Category" sections={GROUPS} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button">after</button>
    </>
  );
}

const chosen = () => screen.getByRole('status', { hidden: true }).textContent;

async function typeInto(text: string) {
  render(<Field />);
  const user = userEvent.setup();
  const input = screen.getByRole('combobox', { name: 'Category' });
  await user.click(input);
  await user.clear(input);
  await user.type(input, text);
  return user;
}

test('typing the start of an option and Tab takes it, whatever the group names are', async () => {
  const user = await typeInto('spl');
  await user.tab();
  await waitFor(() => expect(chosen()).toBe('split'));
});

test('text that matches nothing keeps the old value on Tab and says so', async () => {
  const user = await typeInto('zzz');
  await user.tab();
  expect(chosen()).toBe('food');
  expect(lastNotice()).toBe('No match. Kept Food.');
});

test('an option reached by the arrow keys is taken with Enter', async () => {
  const user = await typeInto('rent');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('rent');
});

test('Escape restores the old text', async () => {
  const user = await typeInto('clo');
  await user.keyboard('{Escape}');
  await user.tab();
  expect(chosen()).toBe('food');
});
