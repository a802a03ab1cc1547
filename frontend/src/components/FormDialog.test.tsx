import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FormDialog } from './FormDialog';
import type { Submission } from './useSubmit';

const submission = (more: Partial<Submission> = {}): Submission => ({
  form: { current: null },
  isBusy: false,
  isTried: false,
  failure: undefined,
  submit: vi.fn(),
  run: vi.fn(),
  forget: vi.fn(),
  ...more,
});

test('a form that cannot be sent says why, and can be left while it waits', async () => {
  const close = vi.fn();
  const { submit, ...rest } = submission({ isBusy: true });
  render(
    <FormDialog
      title="Schedule"
      action="Add"
      submission={{ submit, ...rest }}
      blocked="Connection lost."
      onClose={close}
    >
      <input aria-label="Name" />
    </FormDialog>,
  );
  screen.getByText('Connection lost.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}');
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalledOnce();
});
