/** A schedule for tests. */

import { newRecurrence, recurrenceConfig } from '../recurrence';
import type { Schedule } from '../schedule';

/** The rent: 850.00 from the bank account on the 20th of each month. */
export function exampleSchedule(more: Partial<Schedule> = {}): Schedule {
  return {
    id: 's-rent',
    name: null,
    rule: 'r-rent',
    completed: false,
    posts_transaction: false,
    custom_upcoming_length: null,
    next_date: '2026-11-20',
    status: 'due',
    last_date: null,
    payee: 'p-landlord',
    account: 'a-bank',
    amount: -85_000,
    amount_op: 'is',
    posted_amount: -85_000,
    date: recurrenceConfig(newRecurrence('2026-01-20')),
    date_op: 'isapprox',
    conditions: [],
    actions: [],
    ...more,
  };
}
