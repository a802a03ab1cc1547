import type { Account } from '@/generated/contract';
import { moveAccount } from '@/lib/accounts/changes';
import { accountsTexts } from '@/texts/accounts';
import { run } from '../run';
import { placeAt } from './places';

/** Makes an account the one at `index` of its list, and says where it is now. */
export function moveTo(account: Account, index: number, list: readonly Account[]): void {
  const place = placeAt(account, index, list);
  if (!place) return;
  void run(moveAccount(account, place, accountsTexts.moved(account.name, index + 1, list.length)));
}
