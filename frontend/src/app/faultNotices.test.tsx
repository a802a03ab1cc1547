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

test('a backup that failed by itself is told in the words of the program', () => {
  const message = 'This budget could not be backed up. The disk is full or cannot be written.';
  act(() => backend.push('server-error', { code: 'storage-full', message }));
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByText('Something internally went wrong...')).toBeTruthy();
});

test('what could not be written is told', () => {
  const message = 'The disk is full or cannot be written.';
  act(() => backend.push('fallback-write-error', { code: 'storage-full', message }));
  expect(screen.getByText('Unable to save changes')).toBeTruthy();
});
