import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copyText';

afterEach(() => vi.unstubAllGlobals());

/** A page without a clipboard of its own, whose browser makes the event of copying, or does not. */
function insecure(copies: boolean) {
  vi.stubGlobal('navigator', {});
  const data = { setData: vi.fn() };
  const event = Object.assign(new Event('copy', { cancelable: true }), { clipboardData: data });
  document.execCommand = () => copies && document.dispatchEvent(event);
  return data;
}

test('a page that is opened by its number in the network copies too', async () => {
  const { setData } = insecure(true);
  await copyText('12.34');
  expect(setData).toHaveBeenCalledWith('text/plain', '12.34');
  expect(document.dispatchEvent(new Event('copy', { cancelable: true }))).toBe(true);
});

test('where it is not allowed that is told', async () => {
  insecure(false);
  await expect(copyText('12.34')).rejects.toThrow('does not allow');
});
