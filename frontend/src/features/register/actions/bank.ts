/** Bank actions of an account, for the menus of its register. */
import { Landmark, RefreshCw, SlidersHorizontal, Unlink } from 'lucide-react';
import type { Account } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { bankPaths } from '@/lib/banks/paths';
import { isLinkable, syncWithBank } from '@/lib/banks/status';
import { openModal } from '@/lib/modals/named';
import { registerTexts } from '@/texts/register';

export interface BankAt {
  /** The account, if the register shows only one. */
  account: Account | undefined;
  /** Goes to another screen. */
  goTo: (path: string) => void;
}

const isLinked = ({ account }: BankAt) => account?.bankId !== undefined;

export const BANK_ACTIONS: readonly Action<BankAt>[] = [
  {
    id: 'bank-sync',
    label: registerTexts.bankSync,
    general: registerTexts.bankSyncHelp,
    icon: RefreshCw,
    applies: (at) => isLinked(at) && at.account?.closed === false,
    run: ({ account }) => account && void syncWithBank(account.id),
  },
  {
    id: 'link-account',
    label: registerTexts.linkAccount,
    icon: Landmark,
    applies: ({ account }) => account !== undefined && isLinkable(account),
    run: ({ account }) => account && openModal('add-account', { upgradingAccountId: account.id }),
  },
  {
    id: 'unlink-account',
    label: registerTexts.unlinkAccount,
    icon: Unlink,
    applies: isLinked,
    run: ({ account }) => account && openModal('unlink-account', { account }),
  },
  {
    id: 'bank-settings',
    label: registerTexts.bankSettings,
    icon: SlidersHorizontal,
    applies: isLinked,
    run: ({ account, goTo }) => account && goTo(bankPaths.settings(account.id)),
  },
];
