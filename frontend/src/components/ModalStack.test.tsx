import { act, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, expect, it } from 'vitest';
import { closeAllModals, pushModal, useModals } from '@/lib/modals/modals';
import { ModalStack } from './ModalStack';

afterEach(() => closeAllModals());

it('keys for a dialog that is being loaded do not act on the screen behind it', async () => {
  let arrive = (_: { default: () => string }) => {};
  const Late = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)));
  render(<ModalStack />);
  const keys: string[] = [];
  const listener = ({ key }: KeyboardEvent) => void keys.push(key);
  document.addEventListener('keydown', listener);
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  act(() => pushModal('late', () => <Late />));
  press('5');
  await act(async () => arrive({ default: () => 'here' }));
  screen.getByText('here');
  press('6');
  expect(keys).toEqual(['6']);
  document.removeEventListener('keydown', listener);
});

it('Escape gives up a dialog that is being loaded', () => {
  const Never = lazy(() => new Promise<{ default: () => string }>(() => {}));
  render(<ModalStack />);
  act(() => pushModal('never', () => <Never />));
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  expect(useModals.getState().stack).toEqual([]);
});
