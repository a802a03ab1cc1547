import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadGlobalPrefs } from '@/lib/prefs/prefs';
import { FakeBackend } from '@/testing/fakeBackend';
import { TOUR_AFTER_MS, WelcomeTour } from './WelcomeTour';

let seenTutorial: boolean | undefined;

beforeEach(() => {
  new FakeBackend().on('load-global-prefs', () => ({ seenTutorial })).install();
});
afterEach(() => vi.useRealTimers());

async function show() {
  await loadGlobalPrefs();
  vi.useFakeTimers();
  render(
    <MemoryRouter>
      <WelcomeTour />
    </MemoryRouter>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const tour = () => screen.queryByRole('region', { name: 'Welcome to Sobre' });

test('it comes half a second after the budget', async () => {
  seenTutorial = undefined;
  await show();
  pass(TOUR_AFTER_MS - 1);
  expect(tour()).toBeNull();
  pass(1);
  expect(tour()).not.toBeNull();
});

test('it does not come to who has seen it', async () => {
  seenTutorial = true;
  await show();
  pass(10 * TOUR_AFTER_MS);
  expect(tour()).toBeNull();
});
