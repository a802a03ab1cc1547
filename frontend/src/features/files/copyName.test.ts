import { expect, test } from 'vitest';
import { copyName } from './copyName';

test('copies are numbered, a copy of a copy too', () => {
  expect(copyName('Home', ['Home'])).toBe('Home (copy)');
  expect(copyName('Home', ['Home', 'Home (copy)'])).toBe('Home (copy 2)');
  expect(copyName('Home (copy)', ['Home', 'Home (copy)'])).toBe('Home (copy 2)');
  expect(copyName('Home (copy 2)', ['Home', 'Home (copy 2)'])).toBe('Home (copy)');
});

test('a long name is cut so that its copy has a hundred characters at most', () => {
  const long = 'é'.repeat(99);
  const first = copyName(long, [long]);
  expect(first).toBe(`${'é'.repeat(93)} (copy)`);
  expect([...copyName(long, [long, first])]).toHaveLength(100);
  const flags = '🇨🇭'.repeat(50);
  expect(copyName(flags, [flags])).toBe(`${'🇨🇭'.repeat(46)} (copy)`);
});
