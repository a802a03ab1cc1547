/** What becomes of each account at a bank, as it is chosen. */
import type { Account, AccountId, OfferedAccount } from '@/generated/contract';
import { isLinkable } from '@/lib/banks/status';
import type { ChosenLink } from '@/lib/modals/named';
import { selectTexts } from '@/texts/bankLinking';

export const NONE = 'none';
export const NEW = 'new';
export const NEW_OFF_BUDGET = 'new-off-budget';

/** By the id of the account at the bank: one of the words above, or the id of an account here. */
export type Choices = Readonly<Record<string, string>>;

/** A new account stands outside the budget if it holds investments. */
export const newFor = ({ type }: OfferedAccount) => (type === 'investment' ? NEW_OFF_BUDGET : NEW);

/** What is chosen at first: nothing, unless there is but one account that it could be. */
export function firstChoices(
  offered: readonly OfferedAccount[],
  upgradingAccountId: AccountId | null,
): Choices {
  const free = offered.filter(({ known }) => known === null);
  const [only] = free;
  if (!only || free.length > 1) return {};
  return { [only.account_id]: upgradingAccountId ?? newFor(only) };
}

export interface Option {
  id: string;
  name: string;
}

/** What an account at a bank may become: something new, or an open account without a bank. */
export function optionsFor(accounts: readonly Account[]): Option[] {
  return [
    { id: NONE, name: selectTexts.doNotLink },
    { id: NEW, name: selectTexts.newAccount },
    { id: NEW_OFF_BUDGET, name: selectTexts.newOffBudget },
    ...accounts.filter(isLinkable).map(({ id, name }) => ({ id, name })),
  ];
}

/** The chosen links, in the order of the bank. */
export function linksOf(offered: readonly OfferedAccount[], choices: Choices): ChosenLink[] {
  return offered.flatMap((external) => {
    const choice = choices[external.account_id] ?? NONE;
    if (external.known !== null || choice === NONE) return [];
    const isNew = choice === NEW || choice === NEW_OFF_BUDGET;
    return [{ external, to: isNew ? { offBudget: choice === NEW_OFF_BUDGET } : { id: choice } }];
  });
}

/** An account here that was chosen more than once. */
export function chosenTwice(links: readonly ChosenLink[]): AccountId | null {
  const ids = links.flatMap(({ to }) => ('id' in to ? [to.id] : []));
  return ids.find((id, at) => ids.indexOf(id) !== at) ?? null;
}
