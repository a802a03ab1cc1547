import { expect, test } from 'vitest';
import { viewOfSearch } from '@/features/filters/viewUrl';
import { periodPlace } from './periodPlace';

function viewAt(place: string) {
  const { pathname, search } = new URL(place, 'http://localhost');
  return { pathname, view: viewOfSearch(search) };
}

test('a month is opened as a filter that can be edited', () => {
  const place = periodPlace({ key: '2026-10', name: 'October 2026', isOnBudget: false });
  expect(viewAt(place)).toMatchObject({
    pathname: '/accounts/all',
    view: {
      filterName: 'Transactions in October 2026',
      filters: [
        {
          c: { field: 'date', op: 'is', value: '2026-10', type: 'date', options: { month: true } },
        },
      ],
    },
  });
});

test('a day of accounts on budget', () => {
  const place = periodPlace({ key: '2026-10-05', name: '10/05/2026', isOnBudget: true });
  expect(viewAt(place).view).toMatchObject({
    filterName: 'Transactions on 10/05/2026',
    filters: [
      { c: { field: 'date', op: 'is', value: '2026-10-05', type: 'date' } },
      { cs: [{ field: 'account', op: 'onBudget', value: '', type: 'id' }], n: 'Budget accounts' },
    ],
  });
});
