import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { test } from 'vitest';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { FakeBackend } from '@/testing/fakeBackend';
import { SummaryView } from '../views/SummaryView';

const SUMMARY = {
  start: '2026-10-01',
  end: '2026-10-31',
  type: 'sum',
  dividend: -8_000,
  divisor: null,
  total: -8_000,
  count: 3,
};

test('a summary says what its sum is compared with, and the difference', async () => {
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const september = { from: '2026-09-01', to: '2026-09-30' };
  const figure = { series: 'sum' as const, row: null, special: null, name: null, value: -8_000 };
  new FakeBackend()
    .on('report/compare', () => ({
      range,
      withoutLater: false,
      ranges: [september],
      figures: [{ ...figure, base: -20_000, against: { difference: 12_000, percent: -60 } }],
    }))
    .install();
  render(
    <MemoryRouter initialEntries={['/?compare=previous']}>
      <FiguresOf card={{ type: 'summary-card' }} id="c" title="Summary" when="">
        <SummaryView figures={SUMMARY} />
      </FiguresOf>
    </MemoryRouter>,
  );
  await screen.findByText(/^September 2026: -200\.00.· spent 120\.00 less, 60 %$/);
});
