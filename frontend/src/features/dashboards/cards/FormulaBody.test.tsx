import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { figureTexts } from '@/texts/dashboards';
import { FormulaBody } from './FormulaBody';

const WAY = <button type="button">{figureTexts.writeFormula}</button>;
const show = (formula: string | undefined, error: string | null) =>
  render(
    <FormulaBody
      figures={{ result: error === null ? 4.126 : null, error, color: null }}
      meta={{ formula }}
      way={WAY}
    />,
  );

test('a card without a formula invites to write one', () => {
  show(undefined, 'Formula must start with =');
  expect(screen.getByText(figureTexts.formulaInvites)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Write its formula' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a wrong formula says what is wrong, and a right one its result', () => {
  const { unmount } = show('=1/0', 'Formula error: DIV_BY_ZERO');
  expect(screen.getByRole('alert').textContent).toBe('This formula divides by 0.');
  unmount();
  show('=4.126', null);
  expect(screen.getByText('4.13')).toBeTruthy();
});
