import { expect, test } from 'vitest';
import { fetchAccounts } from '@/lib/accounts/accounts';
import { fetchCategories } from '@/lib/categories/categories';
import { FakeBackend } from '@/testing/fakeBackend';

test('accounts, groups and categories without a name can be told from nothing', async () => {
  new FakeBackend()
    .on('accounts-get', () => [{ name: '' }, { name: 'Cash' }] as never)
    .on(
      'get-categories',
      () => ({ grouped: [{ name: ' ', categories: [{ name: '' }, { name: 'Rent' }] }] }) as never,
    )
    .install();
  expect(await fetchAccounts()).toEqual([{ name: 'No name' }, { name: 'Cash' }]);
  expect(await fetchCategories()).toEqual([
    { name: 'No name', categories: [{ name: 'No name' }, { name: 'Rent' }] },
  ]);
});
