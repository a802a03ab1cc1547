import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNotices } from '@/lib/notices/notices';
import { openRegister as open } from './testing/openRegister';
import { cellIn } from './testing/renderRegister';

/** A window whose width can be changed to that of a phone. */
function resizableWindow(): { narrow: () => void } {
  let isPhone = false;
  const wakes = new Set<() => void>();
  const usual = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...usual(query),
    matches: isPhone && query === '(max-width: 767px)',
    addEventListener: (_: string, wake: unknown) => wakes.add(wake as () => void),
    removeEventListener: (_: string, wake: unknown) => wakes.delete(wake as () => void),
  }));
  return {
    narrow: () =>
      act(async () => {
        isPhone = true;
        for (const wake of wakes) wake();
      }),
  };
}

/** Stubs ResizeObserver, so that tests can set the width. */
function resizableElements(): { narrow: (px: number) => void } {
  const watchers = new Set<ResizeObserverCallback>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(watch: ResizeObserverCallback) {
        watchers.add(watch);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  return {
    narrow: (px) => {
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(px);
      act(() => {
        for (const watch of watchers) watch([], {} as ResizeObserver);
      });
    },
  };
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['payment', '6', { amount: -600 }],
  ['notes', 'half', { notes: 'half' }],
])(
  'what is typed into a column that does not fit any more is taken: %s',
  async (column, text, fields) => {
    const { narrow } = resizableElements();
    const { user, batches } = await open();
    cellIn('Bakery', column).focus();
    await user.keyboard(`{F2}{Control>}a{/Control}${text}`);
    narrow(400);
    await waitFor(() => expect(batches()).toHaveLength(1));
    expect(batches()[0]?.updated).toEqual([{ id: 'bread', ...fields }]);
  },
);

test('a field whose column stays is typed into all along', async () => {
  const { narrow } = resizableElements();
  const { user, batches } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  narrow(700);
  await user.keyboard(' and half');
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'half and half');
  expect(batches()).toEqual([]);
});

test('a window made narrow takes what is being typed into a cell', async () => {
  const { narrow } = resizableWindow();
  const { user, batches } = await open();
  cellIn('Bakery', 'notes').focus();
  await user.keyboard('{F2}half');
  await narrow();
  await screen.findByRole('group', { name: 'Transactions' });
  await waitFor(() => expect(batches()).toHaveLength(1));
  expect(batches()[0]?.updated).toEqual([{ id: 'bread', notes: 'half' }]);
});

test('a new transaction that is half typed goes on in the form of a phone', async () => {
  const { narrow } = resizableWindow();
  const { user, batches } = await open();
  await user.keyboard('t');
  await screen.findByRole('form', { name: 'New transaction' });
  await user.keyboard('{Tab}Bakery{Tab}half');
  await narrow();
  await screen.findByRole('group', { name: 'Transactions' });
  const left = await waitFor(() => {
    const found = useNotices.getState().shown.find(({ message }) => message.includes('half'));
    expect(found?.button).toBeTruthy();
    return found;
  });
  await act(async () => left?.button?.action());
  expect(await screen.findByDisplayValue('half')).toBeTruthy();
  expect(screen.getByDisplayValue('Bakery')).toBeTruthy();
  expect(batches()).toEqual([]);
});
