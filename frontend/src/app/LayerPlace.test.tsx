import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { clearNotices } from '@/lib/notices/notices';
import { lazy, PartMissing } from '@/lib/parts/lazy';
import { FakeBackend } from '@/testing/fakeBackend';
import { lastNotice } from '@/testing/lastNotice';
import { LayerPlace } from './LayerPlace';

beforeEach(() => {
  clearNotices();
  // React reports what its boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  new FakeBackend().install();
});

function Opener() {
  const open = useOpenLayer();
  return (
    <button type="button" onClick={() => open('/schedule/edit')}>
      Add
    </button>
  );
}

const Place = () => <output data-testid="place">{useLocation().pathname}</output>;
const place = () => screen.getByTestId('place').textContent;

/** A screen with a button that opens a layer, which loads as the test says. */
function showLoading(load: () => Promise<{ default: () => string }>) {
  return show(lazy(load));
}

/** A screen with a button that opens a layer. */
function show(Part: ComponentType) {
  const layer = (
    <LayerPlace>
      <Part />
    </LayerPlace>
  );
  render(
    <MemoryRouter initialEntries={['/budget']}>
      <Opener />
      <Place />
      <Routes>
        <Route path="/schedule/edit" element={layer} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
  return userEvent.click(screen.getByRole('button', { name: 'Add' }));
}

it('a layer that does not load is left and says why', async () => {
  await showLoading(() => Promise.reject(new TypeError('no such file')));
  await waitFor(() => expect(place()).toBe('/budget'));
  expect(lastNotice()).toBe('This part did not load. Try again, or reload the page.');
});

it('a layer that is known to be missing when it is first drawn is left too', async () => {
  await show(() => {
    throw new PartMissing(null, () => {});
  });
  await waitFor(() => expect(place()).toBe('/budget'));
});

it('a layer that is being loaded says so, and Escape gives it up', async () => {
  await showLoading(() => new Promise(() => {}));
  expect(place()).toBe('/schedule/edit');
  screen.getByRole('status', { name: 'Loading…' });
  await userEvent.keyboard('{Escape}');
  expect(place()).toBe('/budget');
});
