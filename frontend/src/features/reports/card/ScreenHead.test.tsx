import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ScreenHead } from './ScreenHead';

function head(state: { canSave: boolean; isChanged: boolean; isNew?: boolean }) {
  const nothing = () => {};
  return (
    <MemoryRouter>
      <ScreenHead
        title="Food"
        onName={nothing}
        saveLabel="Save report"
        isNew={false}
        isSaving={false}
        onSave={nothing}
        onRevert={nothing}
        backTo="/reports"
        {...state}
      />
    </MemoryRouter>
  );
}

const title = () => screen.getByRole('heading', { name: 'Food' });

test.each(['Save report', 'Revert to saved'])('after "%s" the title has the keyboard', (button) => {
  const { rerender } = render(head({ canSave: true, isChanged: true }));
  screen.getByRole('button', { name: button }).focus();
  fireEvent.click(screen.getByRole('button', { name: button }));
  rerender(head({ canSave: false, isChanged: false }));
  expect(document.activeElement).toBe(title());
});

test('who writes elsewhere keeps the keyboard', () => {
  const { rerender } = render(head({ canSave: false, isChanged: false }));
  screen.getByRole('button', { name: 'Back' }).focus();
  rerender(head({ canSave: true, isChanged: true }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }));
  // A setting that is drawn anew had it: its own form gives it on.
  screen.getByRole('button', { name: 'Back' }).blur();
  rerender(head({ canSave: false, isChanged: false }));
  expect(document.activeElement).toBe(document.body);
});

test('a report that was never saved starts over', () => {
  render(head({ canSave: true, isChanged: true, isNew: true }));
  screen.getByRole('button', { name: 'Start over' });
  expect(screen.queryByRole('button', { name: 'Revert to saved' })).toBeNull();
});
