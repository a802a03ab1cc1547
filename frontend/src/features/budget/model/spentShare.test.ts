import { expect, it } from 'vitest';
import { spentShare } from './spentShare';

const shareOf = (spent: number, balance: number) => {
  const share = spentShare(spent, balance, 'rollover');
  return share && [share.percent, share.state, share.words];
};

it('is what was spent of what there was to spend', () => {
  expect(shareOf(-6200, 3800)).toEqual([62, 'usual', '62% spent']);
  expect(shareOf(0, 5000)).toEqual([0, 'usual', '0% spent']);
  expect(shareOf(1000, 6000)).toEqual([0, 'usual', '0% spent']);
});

it('warns from 90 % on, but not of what is spent to the last cent as bills are', () => {
  expect(shareOf(-8999, 1001)).toEqual([89, 'usual', '89% spent']);
  expect(shareOf(-9000, 1000)).toEqual([90, 'almost', '90% spent']);
  expect(shareOf(-99_999, 1)).toEqual([99, 'almost', '99% spent']);
  expect(shareOf(-10_000, 0)).toEqual([100, 'done', '100% spent']);
});

it('is full beyond what there was, with the share in words', () => {
  expect(shareOf(-12_500, -2500)).toEqual([100, 'overspent', '125% spent']);
  expect(shareOf(-500, -500)).toEqual([100, 'overspent', 'overspent']);
});

it('says nothing where nothing was available and nothing spent', () => {
  expect(spentShare(0, 0, 'rollover')).toBeNull();
  expect(spentShare(0, -700, 'rollover')).toBeNull();
});

it('raises no alarm where a budget tracks', () => {
  expect(spentShare(-500, -500, 'report')).toBeNull();
  expect(spentShare(-12_500, -2500, 'report')).toMatchObject({ percent: 100, state: 'almost' });
  expect(spentShare(-6200, 3800, 'report')).toMatchObject({ percent: 62, state: 'usual' });
});
