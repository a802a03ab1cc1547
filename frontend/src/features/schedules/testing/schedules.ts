/** Schedules for tests, and a backend that knows them. */
import type { Schedule } from '@/domain/schedules/schedule';
import type { Account, CategoryGroup, Payee } from '@/generated/contract';
import { FakeBackend } from '@/testing/fakeBackend';

const payees = [
  { id: 'p-landlord', name: 'Landlord', transfer_acct: null },
  { id: 'p-work', name: 'Work', transfer_acct: null },
] as Payee[];
const accounts = [{ id: 'a-bank', name: 'Bank', closed: false, offbudget: false }];

/** A backend with two payees and one account. */
export function scheduleBackend(schedules: () => readonly Schedule[]): FakeBackend {
  return new FakeBackend()
    .install()
    .on('schedules-get', () => structuredClone([...schedules()]))
    .on('payees-get', () => payees)
    .on('accounts-get', () => accounts as unknown as Account[])
    .on('get-categories', () => ({ grouped: [] as CategoryGroup[], list: [] }) as never)
    .on('schedule/post-transaction', () => null)
    .on('schedule/skip-next-date', () => null)
    .on('schedule/update', ({ schedule }) => schedule.id)
    .on('schedule/create', () => 's-new')
    .on('schedule/delete', () => null)
    .on('schedule/delete-many', () => null)
    .on('schedule/link-transactions', () => null)
    .on('schedule/get-upcoming-dates', ({ count }) =>
      ['2026-11-20', '2026-12-21', '2027-01-20', '2027-02-22'].slice(0, count),
    )
    .on('make-filters-from-conditions', () => ({ filters: [{ amount: -85_000 }], errors: [] }))
    .on('query', () => ({ data: [], dependencies: ['transactions'] }) as never);
}
