import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { test } from 'vitest';
import type { CalendarDay, CalendarFigures } from '@/generated/contract';
import { FakeBackend } from '@/testing/fakeBackend';
import { CalendarView } from './CalendarView';

const day = (day: string, expense: number): CalendarDay => ({
  day,
  income: 0,
  expense,
  incomeShare: 0,
  expenseShare: 50,
});

/** Something was spent on the first, and something is booked for the last of the month. */
const FIGURES: CalendarFigures = {
  months: [
    {
      month: '2026-11',
      firstCell: '2026-11-01',
      lastCell: '2026-12-05',
      income: 0,
      expense: 3_000,
      days: [day('2026-11-01', 1_000), day('2026-11-30', 2_000)],
    },
  ],
  totalIncome: 0,
  totalExpense: 3_000,
};

function show(today: string): void {
  new FakeBackend().install();
  const calendar = { today, earliest: '2026-11-01', latest: '2026-11-30' };
  const about = { id: 'c-1', title: 'Calendar', meta: {}, calendar };
  render(
    <MemoryRouter>
      <CalendarView figures={FIGURES} about={about} />
    </MemoryRouter>,
  );
}

test.each([
  ['2026-11-20', '11/01/2026'],
  ['2026-11-30', '11/30/2026'],
  ['2026-10-31', '11/01/2026'],
])('on %s the chart begins with %s', (today, first) => {
  show(today);
  screen.getByText(first);
});
