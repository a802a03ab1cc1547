import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { clearPrefs, loadGlobalPrefs, loadPrefs } from '@/lib/prefs/prefs';
import { FakeBackend, settle } from '@/testing/fakeBackend';
import { MobileMessage } from './MobileMessage';

let backend: FakeBackend;
let hideMobileMessage: boolean;
let seenTutorial: boolean;

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is what the bar reads.
  document.cookie = 'hideMobileMessage=; max-age=0; path=/';
  clearPrefs();
  hideMobileMessage = false;
  seenTutorial = true;
  backend = new FakeBackend()
    .on('load-prefs', () => ({ id: 'home', hideMobileMessage }))
    .on('load-global-prefs', () => ({ seenTutorial }))
    .on('save-prefs', () => null)
    .install();
});

async function show() {
  await loadPrefs();
  await loadGlobalPrefs();
  const { unmount } = render(<MobileMessage />);
  return { user: userEvent.setup(), unmount };
}

const message = () => screen.queryByText(/^More fits on a wider screen/);

test('it is put off for a while by a cookie', async () => {
  const { user, unmount } = await show();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(message()).toBeNull();
  unmount();
  render(<MobileMessage />);
  expect(message()).toBeNull();
  expect(backend.named('save-prefs')).toHaveLength(0);
});

test('it is put away for good by a preference of the budget', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  await settle();
  expect(message()).toBeNull();
  expect(backend.named('save-prefs')[0]?.args).toEqual({ hideMobileMessage: true });
});

test('who does not want it, or is still on the tour, is left alone', async () => {
  hideMobileMessage = true;
  const { unmount } = await show();
  expect(message()).toBeNull();
  unmount();
  hideMobileMessage = false;
  seenTutorial = false;
  await show();
  expect(message()).toBeNull();
});
