import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { KeyDialog } from './KeyDialog';

test('an empty password is refused at its field, which keeps the focus', async () => {
  const user = userEvent.setup();
  const use = vi.fn(async () => {});
  render(
    <KeyDialog
      isNew
      title="Lock it"
      lead="Choose one."
      action="Lock"
      use={use}
      onClose={() => {}}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  screen.getByText('Password cannot be empty');
  const field = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'secret');
  expect(screen.queryByText('Password cannot be empty')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(use).toHaveBeenCalledWith('secret');
});
