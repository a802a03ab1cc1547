import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MonthBar } from './MonthBar';

function setup(start = '2026-11') {
  const onChoose = vi.fn();
  const onCount = vi.fn();
  const bounds = { start: '2026-08', end: '2027-11' };
  render(
    <MonthBar
      start={start}
      shown={3}
      today="2026-11"
      bounds={bounds}
      length={12}
      onChoose={onChoose}
      onCount={onCount}
    />,
  );
  return { onChoose, onCount, user: userEvent.setup() };
}
const month = (name: string) => screen.getByLabelText(name);

it('names each month with its year and marks the first one shown', () => {
  setup();
  expect(month('November 2026').getAttribute('aria-pressed')).toBe('true');
  expect(month('January 2027').getAttribute('aria-pressed')).toBe('false');
  screen.getByText('2026');
  screen.getByText('2027');
});

it('tells why a month outside the bounds cannot be chosen', async () => {
  const { user, onChoose } = setup();
  const july = month('July 2026');
  expect(july.getAttribute('aria-disabled')).toBe('true');
  expect(july.getAttribute('aria-description')).toBe('The budget starts in August 2026');
  await user.click(july);
  expect(onChoose).not.toHaveBeenCalled();
});

it('is one tab stop with arrows inside, and Enter chooses', async () => {
  const { user, onChoose } = setup();
  await user.tab();
  expect(document.activeElement).toBe(month('November 2026'));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(document.activeElement).toBe(month('December 2026')));
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledWith('2026-12');
});

it('stops at the bounds with its arrows and returns with Today', async () => {
  const { user, onChoose } = setup('2026-08');
  expect(month('Previous month').getAttribute('aria-disabled')).toBe('true');
  await user.click(month('Next month'));
  expect(onChoose).toHaveBeenCalledWith('2026-09');
  await user.click(screen.getByText('Today'));
  expect(onChoose).toHaveBeenLastCalledWith('2026-11');
});

it('takes a digit as the number of months', async () => {
  const { user, onCount } = setup();
  await user.tab();
  await user.keyboard('2');
  expect(onCount).toHaveBeenCalledWith(2);
});
