/** Opens the register on the two transactions that most tests begin with, and closes it after each. */
import { waitFor } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import type { Entry } from '@/domain/transactions/transaction';
import { entry, transaction } from './fakeLedger';
import { cellIn, renderRegister } from './renderRegister';

vi.setConfig({ testTimeout: 30_000 });

/** Money spent at the bakery, the later of the two. */
export const BREAD = entry(
  transaction('bread', { payee: 'bakery', category: 'food', amount: -450, sort_order: 2 }),
);

/** Money that came in. */
export const PAY = entry(transaction('pay', { notes: 'salary', amount: 250_000, sort_order: 1 }));

let finish = () => {};
afterEach(() => finish());

/** The register once its first row, the one of 4.50, is shown. */
export async function openRegister(entries: Entry[] = [BREAD, PAY], path?: string) {
  const page = await renderRegister(structuredClone(entries), path);
  finish = page.finish;
  await waitFor(() => cellIn('4.50', 'payee'));
  return page;
}
