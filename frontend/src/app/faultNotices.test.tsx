import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearNotices } from '@/lib/notices/notices';
import { FakeBackend } from '@/testing/fakeBackend';
import { startFaultNotices } from './faultNotices';
import { NoticeStack } from './NoticeStack';

let backend: FakeBackend;
let stop: () => void;

beforeEach(() => {
  clearNotices();
  backend = new FakeBackend().install();
  stop = startFaultNotices();
  render(<NoticeStack />);
});
afterEach(() => stop());

test('a backup that failed by itself is told in the words of the screen', () => {
  const message = 'This budget could not be backed up. os error 28';
  act(() => backend.push('server-error', { code: 'storage-full', message }));
  expect(screen.getByText('This budget was not backed up')).toBeTruthy();
  expect(screen.getByText(/^Sobre cannot write to the disk/)).toBeTruthy();
  expect(screen.queryByText(message)).toBeNull();
});

test('what could not be written is told', () => {
  act(() => backend.push('fallback-write-error', { code: 'storage-full', message: 'errno 28' }));
  expect(screen.getByText('Unable to save changes')).toBeTruthy();
  expect(screen.getByText(/^Sobre cannot write to the disk/)).toBeTruthy();
});
