import { expect, test } from 'vitest';
import { CallError } from '@/lib/connection/callError';
import { downloadErrorText, uploadErrorText } from './errorWords';

test('an upload that failed for an unknown reason names it and where to turn to', () => {
  const error = new CallError('internal', 'The server failed.', { reason: 'disk-on-fire' });
  expect(uploadErrorText(error)).toBe(
    'Something internally went wrong... (disk-on-fire) Please open an issue with this reason on the issue tracker for support.',
  );
  expect(downloadErrorText(error)).toBe('Something internally went wrong... (disk-on-fire)');
});

test('a reason with words of its own needs no support', () => {
  const cut = new CallError('broken-answer');
  expect(uploadErrorText(cut)).toBe("The server's reply was incomplete. Try again later.");
  expect(downloadErrorText(cut)).toBe("The server's reply was incomplete. Try again later.");
  expect(uploadErrorText(new CallError('server-storage-full'))).toBe(
    'The disk of the sync server is full or read-only. Make room on it and try again.',
  );
  expect(uploadErrorText(new CallError('network'))).toBe(
    'Uploading the file failed. Check your network connection.',
  );
});
