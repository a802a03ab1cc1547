import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ActionList } from './ActionList';

const actions = [
  { id: 'transfer', label: 'Transfer to a category' },
  { id: 'release', label: 'Reset hold', reason: 'Nothing is held' },
  { id: 'hold', label: 'Hold for next month' },
  { id: 'explain', label: 'Explain this number' },
];

const focused = () => document.activeElement?.textContent;

test('the arrow keys move among the actions, round and round, and Enter runs one', async () => {
  const user = userEvent.setup();
  const onAction = vi.fn();
  render(<ActionList label="Actions" actions={actions} onAction={onAction} />);
  expect(screen.queryByText('Reset hold')).toBeNull();
  act(() => screen.getByRole('button', { name: 'Transfer to a category' }).focus());
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Hold for next month');
  await user.keyboard('{Enter}');
  expect(onAction).toHaveBeenCalledExactlyOnceWith('hold');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Transfer to a category');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Explain this number');
});
