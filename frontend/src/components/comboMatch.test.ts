import { expect, test } from 'vitest';
import { GROUPS } from '@/testing/optionGroups';
import { filterGroups, singleBestMatch } from './comboMatch';

test('matches go from exact prefix to word prefix to substring', () => {
  const names = filterGroups(GROUPS, 'foo').flatMap(({ options }) => options.map(({ id }) => id));
  expect(names).toEqual(['food', 'rent']);
});

test('a group name counts only when no option matches', () => {
  expect(filterGroups(GROUPS, 'splendid').map(({ id }) => id)).toEqual(['spl']);
  expect(filterGroups(GROUPS, 'spl').map(({ id }) => id)).toEqual(['top']);
});

test('two options that start alike are no single best match, an exact one is', () => {
  const groups = [
    {
      id: 'g',
      name: 'G',
      options: [
        { id: 'a', name: 'Gift' },
        { id: 'b', name: 'Gifts' },
      ],
    },
  ];
  expect(singleBestMatch(groups, 'gi')).toBeNull();
  expect(singleBestMatch(groups, 'gift')?.id).toBe('a');
});
