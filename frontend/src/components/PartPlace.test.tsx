import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeAllModals, pushModal, useModals } from '@/lib/modals/modals';
import { clearNotices } from '@/lib/notices/notices';
import { lazy } from '@/lib/parts/lazy';
import { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { ModalStack } from './ModalStack';
import { PartPlace } from './PartPlace';

const OFFLINE = 'The connection was lost. Try again once it is back.';

let backend: FakeBackend;
let isThere: boolean;
let asked: number;

beforeEach(() => {
  closeAllModals();
  clearNotices();
  // React reports what its boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  backend = new FakeBackend().install();
  isThere = false;
  asked = 0;
  const reach = () => (isThere ? Promise.resolve() : Promise.reject(new TypeError('refused')));
  vi.stubGlobal('fetch', reach);
});

afterEach(() => vi.unstubAllGlobals());

/** A part that comes once the program is there. */
const newPart = () =>
  lazy(async () => {
    asked += 1;
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: ({ name }: { name: string }) => `${name} is here` };
  });

it('a dialog that does not load closes, says why, and opens by the same press later', async () => {
  const Part = newPart();
  backend.reachable = false;
  backend.drop();
  render(<ModalStack />);
  const open = () => act(async () => pushModal('part', () => <Part name="Dialog" />));
  await open();
  expect(useModals.getState().stack).toEqual([]);
  expect(lastNotice()).toBe(OFFLINE);
  expect(asked, 'browsers may remember that it did not load').toBe(0);
  isThere = true;
  await open();
  screen.getByText('Dialog is here');
});

it('a page that does not load says why and is tried again', async () => {
  const Part = newPart();
  backend.reachable = false;
  backend.drop();
  const { rerender } = render(
    <PartPlace address="/a">
      <Part name="Page" />
    </PartPlace>,
  );
  await screen.findByText(OFFLINE);
  const retry = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await retry();
  await screen.findByText(OFFLINE);
  expect(asked).toBe(0);
  isThere = true;
  await retry();
  await screen.findByText('Page is here');
  rerender(<PartPlace address="/b">elsewhere</PartPlace>);
  screen.getByText('elsewhere');
});

it('another address leaves the part that is missing', async () => {
  const Part = newPart();
  const { rerender } = render(
    <PartPlace address="/a">
      <Part name="Page" />
    </PartPlace>,
  );
  await screen.findByText('This part did not load. Try again, or reload the page.');
  rerender(<PartPlace address="/b">elsewhere</PartPlace>);
  screen.getByText('elsewhere');
});

it('faults of a part that did load are for those above', async () => {
  const Part = lazy(async () => ({
    default: (): string => {
      throw new Error('a fault');
    },
  }));
  await expect(
    act(async () => {
      render(
        <PartPlace>
          <Part />
        </PartPlace>,
      );
    }),
  ).rejects.toThrow('a fault');
});
