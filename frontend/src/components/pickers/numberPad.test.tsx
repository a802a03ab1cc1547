import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { AmountField } from './AmountField';

beforeEach(async () => {
  new FakeBackend().install();
  await settle();
});

afterEach(async () => {
  cleanup();
  // The page takes the room back a moment after the pad is gone, and must be there for that.
  await waitFor(() => expect(document.documentElement.dataset.pad).toBeUndefined());
});

interface OwnerProps {
  first: number | null;
  percentOf?: number;
}

/** A field with its value beside it, as the screens hold it. */
function Owner({ first, ...share }: OwnerProps) {
  const [now, setNow] = useState(first);
  return (
    <>
      <AmountField label="Amount" value={now} onChange={setNow} withPad autoFocus {...share} />
      <output data-testid="value">{String(now)}</output>
    </>
  );
}

/** Opens a field with its pad. Returns the field and a function that presses keys. */
async function open(props: OwnerProps) {
  render(<Owner {...props} />);
  const pad = await screen.findByRole('group', { name: 'Number pad' });
  const field = screen.getByLabelText('Amount', { selector: 'input' });
  return {
    field: field as HTMLInputElement,
    // A press leaves the focus in the field, which `click` of a user would not.
    press: (...names: string[]) => {
      for (const name of names) fireEvent.click(within(pad).getByRole('button', { name }));
    },
  };
}

const value = () => screen.getByTestId('value').textContent;
const padIsGone = () =>
  waitFor(() => expect(screen.queryByRole('group', { name: 'Number pad' })).toBeNull());

test('the keys type into the field, which no keyboard of a phone covers', async () => {
  const { field, press } = await open({ first: 4000 });
  expect(field.inputMode).toBe('none');
  press('plus', '5', 'decimal mark', '5', '5', 'Backspace');
  expect(field.value).toBe('40.00+5.5');
  expect(screen.getByText('= 45.50')).toBeTruthy();
  press('equals');
  expect(field.value).toBe('45.50');
  press('Done');
  expect(value()).toBe('4550');
  await padIsGone();
});

test('the old amount is at hand', async () => {
  const { field, press } = await open({ first: 4000 });
  press('1', '0', 'minus', 'Was 40.00');
  expect(field.value).toBe('10-40.00');
  press('Clear', '7', 'Done');
  expect(value()).toBe('700');
});

test('a share has a key of its own', async () => {
  const { press } = await open({ first: null, percentOf: 20_000 });
  expect(screen.queryByRole('button', { name: /^Was/ })).toBeNull();
  press('2', '5', 'percent', 'Done');
  expect(value()).toBe('5000');
});
