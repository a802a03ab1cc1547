import { createMemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { closeAllModals, pushModal } from '@/lib/modals/modals';
import { keepEntryBelow } from './entryBelow';

let stop = () => {};
afterEach(() => {
  stop();
  closeAllModals();
});

function start(initialEntries: string[]) {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries });
  stop = keepEntryBelow(router);
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, address };
}

test('a dialog on the first entry adds one to go back from, once', async () => {
  const { router, address } = start(['/budget?m=2026-11']);
  pushModal('first', () => null);
  expect(router.state.historyAction).toBe('PUSH');
  expect(address()).toBe('/budget?m=2026-11');
  const { key } = router.state.location;
  closeAllModals();
  pushModal('second', () => null);
  expect(router.state.location.key).toBe(key);
  await router.navigate(-1);
  expect(address()).toBe('/budget?m=2026-11');
});

test('a dialog on a later entry adds none, not even after the address changed in place', async () => {
  const { router, address } = start(['/budget']);
  await router.navigate('/accounts');
  await router.navigate('/accounts?q=rent', { replace: true });
  const { key } = router.state.location;
  pushModal('first', () => null);
  expect(router.state.location.key).toBe(key);
  expect(address()).toBe('/accounts?q=rent');
});

test('back on the first entry, a dialog adds one again', async () => {
  const { router } = start(['/budget']);
  await router.navigate('/accounts');
  await router.navigate(-1);
  pushModal('first', () => null);
  expect(router.state.historyAction).toBe('PUSH');
});
