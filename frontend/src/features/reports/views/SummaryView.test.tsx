import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ModalStack } from '@/components/ModalStack';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { SUM } from '@/features/dashboards/testing/cards';
import { FakeBackend } from '@/testing/fakeBackend';
import { SummaryView } from './SummaryView';

test('the figure of a summary explains itself without a keyboard', async () => {
  new FakeBackend().install();
  const card = { type: 'summary-card', meta: null };
  render(
    <MemoryRouter>
      <FiguresOf card={card} id="c-1" title="Eating out" when="November 2026">
        <SummaryView figures={SUM} />
      </FiguresOf>
      <ModalStack />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'How is this calculated?' }));
  const dialog = await screen.findByRole('dialog', { name: 'How is this calculated?' });
  expect(dialog.textContent).toContain('-42.00');
});
