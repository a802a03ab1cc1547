import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SyncEvent } from '@/generated/contract';
import { BREAD, openRegister, PAY } from './testing/openRegister';

/** A search updates when another tab changes a table other than the transactions. */
async function searchedWhile(table: string) {
  const page = await openRegister([BREAD, PAY], '/accounts/bank?q=bakery');
  await waitFor(() => expect(screen.getByText('2 transactions found')).toBeTruthy());
  await screen.findByText('0.02');
  page.ledger.entries = page.ledger.entries.filter(({ row }) => row.id === PAY.row.id);
  await act(async () =>
    page.backend.push('sync-event', {
      type: 'applied',
      tables: [table],
      rows: { [table]: ['bakery'] },
      revision: 1,
      origin: 'another-tab',
    } satisfies SyncEvent),
  );
}

test.each(['payees', 'categories', 'accounts', 'payee_mapping', 'category_mapping'])(
  'a searched list and its balance follow a change of %s elsewhere',
  async (table) => {
    await searchedWhile(table);
    await screen.findByText('1 transaction found');
    await screen.findByText('0.01');
  },
);
