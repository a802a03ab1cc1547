import type { Account } from '@/generated/contract';
import { moveAccount } from '@/lib/accounts/changes';
import { accountsTexts } from '@/texts/accounts';
import { run } from '../run';
import { placeAt } from './places';

/** The link of an account in the sidebar. */
function focusAccount(id: string): void {
  document.querySelector<HTMLElement>(`[data-account="${CSS.escape(id)}"] a`)?.focus();
}

/** Makes an account the one at `index` of its list, and says where it is now. */
export function moveTo(account: Account, index: number, list: readonly Account[]): void {
  const place = placeAt(account, index, list);
  if (!place) return;
  void run(moveAccount(account, place, accountsTexts.moved(account.name, index + 1, list.length)));
}

/** The same by a key, which leaves the focus on the account that moved. */
export function moveByKey(account: Account, step: -1 | 1, list: readonly Account[]): void {
  const index = list.findIndex(({ id }) => id === account.id);
  moveTo(account, index + step, list);
  requestAnimationFrame(() => focusAccount(account.id));
}
