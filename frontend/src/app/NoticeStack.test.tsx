import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '@/components/Dialog';
import { clearNotices, NOTICE_MS, notify } from '@/lib/notices/notices';
import { NoticeStack } from './NoticeStack';

beforeEach(() => {
  vi.useFakeTimers();
  clearNotices();
  render(<NoticeStack />);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (...messages: string[]) =>
  act(() => {
    for (const message of messages) notify({ type: 'message', message });
  });

test('a notice goes after six and a half seconds', () => {
  show('Saved');
  pass(NOTICE_MS - 1);
  expect(screen.queryByText('Saved')).not.toBeNull();
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a sticky notice stays until it is dismissed', () => {
  act(() => void notify({ type: 'warning', message: 'Out of sync', sticky: true }));
  pass(NOTICE_MS * 10);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Out of sync')).toBeNull();
});

test('time stands still while the pointer rests on the notices', () => {
  show('Saved');
  const stack = screen.getByRole('region', { name: 'Notifications' });
  fireEvent.pointerEnter(stack);
  pass(NOTICE_MS * 2);
  expect(screen.queryByText('Saved')).not.toBeNull();
  fireEvent.pointerLeave(stack);
  pass(NOTICE_MS);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('three notices are shown and the rest are counted', () => {
  show('one', 'two', 'three', 'four', 'five');
  expect(screen.getAllByRole('status')).toHaveLength(3);
  expect(screen.queryByText('2 more')).not.toBeNull();
  expect(screen.queryByText('five')).not.toBeNull();
});

test('a notice with the same id takes the place of the old one', () => {
  act(() => {
    notify({ id: 'undo', type: 'message', message: 'Undid: A' });
    notify({ id: 'undo', type: 'message', message: 'Undid: B' });
  });
  expect(screen.queryByText('Undid: A')).toBeNull();
  expect(screen.queryByText('Undid: B')).not.toBeNull();
});

test('an error interrupts, a message does not', () => {
  act(() => {
    notify({ type: 'error', message: 'Failed' });
    notify({ type: 'message', message: 'Saved' });
  });
  expect(screen.getByRole('alert').textContent).toContain('Failed');
  expect(screen.getByRole('status').textContent).toContain('Saved');
});

test('a link in a notice takes the notice away, unless it is sticky or has a button', () => {
  const seen = vi.fn();
  const message = 'Imported 3. [Show](#show)';
  act(() => {
    notify({ type: 'message', message, messageActions: { show: seen } });
    notify({
      type: 'message',
      message: 'Moved 3. [Look](#look)',
      messageActions: { look: seen },
      button: { title: 'Undo', action: vi.fn() },
    });
    notify({
      type: 'warning',
      message: 'Not [here](#there)',
      messageActions: { there: seen },
      sticky: true,
    });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  fireEvent.click(screen.getByRole('button', { name: 'Look' }));
  fireEvent.click(screen.getByRole('button', { name: 'here' }));
  expect(seen).toHaveBeenCalledTimes(3);
  screen.getByRole('button', { name: 'Undo' });
  expect(screen.queryByText(/Imported 3/)).toBeNull();
  expect(screen.queryByText(/Not/)).not.toBeNull();
});

test('a notice that goes while it has the focus gives it back', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  show('Saved', 'Moved');
  const [dismiss] = screen.getAllByRole('button', { name: 'Dismiss' });
  act(() => dismiss?.focus());
  fireEvent.click(dismiss as HTMLElement);
  expect(document.activeElement).toBe(button);
  pass(NOTICE_MS);
  expect(screen.queryByText('Moved')).toBeNull();
  button.remove();
});

/** Shows a notice whose button says which element has the focus when it acts. */
function showAction() {
  const action = vi.fn(() => document.activeElement);
  act(() => void notify({ type: 'message', message: 'Unused', button: { title: 'Go', action } }));
  return { action, button: screen.getByRole('button', { name: 'Go' }) };
}

test('the button of a notice gives the focus back before it acts', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  const { action, button } = showAction();
  act(() => button.focus());
  fireEvent.click(button);
  expect(action).toHaveReturnedWith(field);
  field.remove();
});

test('a field that goes when a notice is pressed leaves the focus to what is around it', () => {
  const grid = document.body.appendChild(document.createElement('div'));
  grid.innerHTML = '<span tabindex="0"></span><p><input /></p>';
  const [cell, row, field] = ['span', 'p', 'input'].map((name) =>
    grid.querySelector<HTMLElement>(name),
  );
  field?.focus();
  field?.addEventListener('blur', () => row?.remove());
  const { action, button } = showAction();
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
  act(() => button.focus());
  fireEvent.click(button);
  expect(action).toHaveReturnedWith(cell);
  grid.remove();
});

test('a notice can be used over a dialog, which stays open', () => {
  const close = vi.fn();
  render(
    <Dialog title="Schedule" onClose={close}>
      <input aria-label="Name" />
    </Dialog>,
  );
  const undo = vi.fn();
  act(() => {
    notify({ type: 'message', message: 'Unlinked', button: { title: 'Undo', action: undo } });
  });
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(button.closest('[inert]')).toBeNull();
  act(() => button.focus());
  expect(document.activeElement).toBe(button);
  fireEvent.pointerDown(button);
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
});
