import { expect, test } from 'vitest';
import { snapshotOf, takeSnapshot, tellSelection } from './snapshots';

test('a tag brings back the place and what was selected on it', () => {
  history.replaceState(null, '', '/accounts/bank?f=1');
  const stop = tellSelection(() => ['a', 'b']);
  const tag = takeSnapshot();
  stop();
  expect(snapshotOf(tag)).toEqual({ url: '/accounts/bank?f=1', selection: ['a', 'b'] });
  expect(snapshotOf(takeSnapshot())?.selection).toEqual([]);
  expect(snapshotOf('of another tab')).toBeNull();
});

test('forty places are kept', () => {
  const tags = Array.from({ length: 45 }, () => takeSnapshot());
  expect(tags.filter((tag) => snapshotOf(tag))).toEqual(tags.slice(5));
});
