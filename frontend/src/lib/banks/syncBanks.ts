/** Syncs accounts with their banks. */
import type {
  Account,
  AccountId,
  BankNews,
  BankSyncFailure,
  BankSyncOutcome,
} from '@/generated/contract';
import { ACCOUNTS_KEY, fetchAccounts } from '@/lib/accounts/accounts';
import { announce } from '@/lib/announce/announce';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { bankNotices } from '@/texts/bankNotices';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { rereadBanks } from './banks';
import { useBankSyncing } from './syncing';

const ACCOUNTS = { queryKey: ACCOUNTS_KEY, queryFn: fetchAccounts };

function mark(ids: readonly AccountId[], isSyncing: boolean): void {
  const next = new Set(useBankSyncing.getState().ids);
  for (const id of ids) {
    if (isSyncing) next.add(id);
    else next.delete(id);
  }
  useBankSyncing.setState({ ids: next });
}

/** Syncs one account, or all linked accounts, and reports the result. */
export async function syncBanks(id: AccountId | null): Promise<void> {
  const accounts = await lists.ensureQueryData(ACCOUNTS).catch((): Account[] => []);
  const isMeant = (account: Account) => account.bankId !== undefined && !account.closed;
  const ids = id === null ? accounts.filter(isMeant).map((account) => account.id) : [id];
  mark(ids, true);
  for (const each of ids) dismissNotice(failureNotice(each));
  announce(bankNotices.syncing);
  try {
    tell(await send('accounts-sync', { id }), accounts);
  } catch (error) {
    notify({ id: 'bank-sync', type: 'error', message: errorText(error) });
  } finally {
    mark(ids, false);
    rereadBanks();
  }
}

function tell(outcome: BankSyncOutcome, accounts: readonly Account[]): void {
  const { newTransactions, matchedTransactions, errors } = outcome;
  const message = bankNotices.synced(newTransactions.length, matchedTransactions.length);
  // If everything failed, only show the failures.
  if (errors.length === 0 || newTransactions.length + matchedTransactions.length > 0) {
    notify({ id: 'bank-sync', type: 'message', message });
  }
  for (const failure of errors) tellFailure(failure, accounts);
}

const failureNotice = (id: AccountId) => `bank-failed-${id}`;

function tellFailure(failure: BankSyncFailure, accounts: readonly Account[]): void {
  const name = accounts.find(({ id }) => id === failure.accountId)?.name;
  const message = failure.message || bankNotices.failed(name ?? '');
  notify({ id: failureNotice(failure.accountId), type: 'warning', message });
}

/** A short notice about transactions the server fetched, with a button to show them. */
export function tellNews({ added, accounts }: BankNews, goTo: (path: string) => unknown): void {
  rereadBanks();
  if (added === 0) return;
  const [only] = accounts;
  const path = only !== undefined && accounts.length === 1 ? `/accounts/${only}` : '/accounts';
  notify({
    id: 'bank-news',
    type: 'message',
    message: bankNotices.news(added, accounts.length),
    button: { title: commonTexts.show, action: () => void goTo(path) },
  });
}
