import { expect, test } from 'vitest';
import { tagAt, tagsLike, tagsOf, withTag } from './tags';

test('a tag is typed from its sign on, anywhere in the notes', () => {
  expect(tagAt('dinner #fri', 11)).toEqual({ from: 7, to: 11, start: 'fri' });
  expect(tagAt('#', 1)).toEqual({ from: 0, to: 1, start: '' });
  expect(tagAt('#friends and more', 3)).toEqual({ from: 0, to: 8, start: 'fr' });
  expect(tagAt('dinner #fri ', 12)).toBeNull();
  expect(tagAt('invoice no#5', 12)).toBeNull();
});

test('tags are collected once, however they are written', () => {
  expect(tagsOf(['paid #Trip', null, 'a #food #trip', 'b#c'])).toEqual(['Trip', 'food']);
});

test('those that begin alike are offered; one that is typed whole is not', () => {
  const tags = ['Trip', 'food', 'friends'];
  expect(tagsLike(tags, { from: 0, to: 2, start: 'F' })).toEqual(['food', 'friends']);
  expect(tagsLike(tags, { from: 0, to: 5, start: 'Trip' })).toEqual([]);
});

test('a tag that is taken replaces what was typed of it and leaves room to go on', () => {
  expect(withTag('at #tr', { from: 3, to: 6, start: 'tr' }, 'Trip')).toEqual({
    text: 'at #Trip ',
    caret: 9,
  });
  expect(withTag('#tr home', { from: 0, to: 3, start: 'tr' }, 'Trip')).toEqual({
    text: '#Trip home',
    caret: 6,
  });
});
