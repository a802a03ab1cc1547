import { expect, test } from 'vitest';
import { closeAllModals, pushModal, useModals } from '@/lib/modals/modals';
import { restore, snapshotOf, takeSnapshot, tellSelection } from './snapshots';

test('a tag brings back the place and what was selected on it', () => {
  history.replaceState(null, '', '/accounts/bank?f=1');
  const stop = tellSelection(() => ['a', 'b']);
  const tag = takeSnapshot();
  stop();
  expect(snapshotOf(tag)).toEqual({
    url: '/accounts/bank?f=1',
    selection: ['a', 'b'],
    modal: null,
  });
  expect(snapshotOf(takeSnapshot())?.selection).toEqual([]);
  expect(snapshotOf('of another tab')).toBeNull();
});

test('forty places are kept', () => {
  const tags = Array.from({ length: 45 }, () => takeSnapshot());
  expect(tags.filter((tag) => snapshotOf(tag))).toEqual(tags.slice(5));
});

test('the dialog a step was made in comes back when it is undone, and goes when redone', () => {
  const open = () => useModals.getState().stack.map(({ name }) => name);
  const before = takeSnapshot();
  pushModal('close-account', () => null, true);
  const tag = takeSnapshot();
  closeAllModals();
  restore(tag, 'undo');
  expect(open()).toEqual(['close-account']);
  restore(tag, 'undo');
  expect(open()).toEqual(['close-account']);
  restore(before, 'undo');
  expect(open()).toEqual([]);
  restore(tag, 'undo');
  restore(tag, 'redo');
  expect(open()).toEqual([]);
});

test('a dialog that only asked does not come back, nor is it closed', () => {
  pushModal('edit-field', () => null);
  const tag = takeSnapshot();
  expect(snapshotOf(tag)?.modal).toBeNull();
  restore(tag, 'undo');
  expect(useModals.getState().stack).toHaveLength(1);
  closeAllModals();
});
