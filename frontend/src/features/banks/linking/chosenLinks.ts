/** The user's choices of how to link each account at a bank. */
import type { Account, AccountId, OfferedAccount } from '@/generated/contract';
import { isLinkable } from '@/lib/banks/status';
import type { ChosenLink } from '@/lib/modals/named';
import { selectTexts } from '@/texts/bankLinking';

export const NONE = 'none';
export const NEW = 'new';
export const NEW_OFF_BUDGET = 'new-off-budget';

/** By external account id: one of the constants above, or the id of an account in the budget. */
export type Choices = Readonly<Record<string, string>>;

/** New accounts are off budget if they hold investments. */
export const newFor = ({ type }: OfferedAccount) => (type === 'investment' ? NEW_OFF_BUDGET : NEW);

/** The initial choices: none, unless the bank offers only one account. */
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

/** The options for an account at a bank: a new account, or an open account that is not linked. */
export function optionsFor(accounts: readonly Account[]): Option[] {
  return [
    { id: NONE, name: selectTexts.doNotLink },
    { id: NEW, name: selectTexts.newAccount },
    { id: NEW_OFF_BUDGET, name: selectTexts.newOffBudget },
    ...accounts.filter(isLinkable).map(({ id, name }) => ({ id, name })),
  ];
}

/** The chosen links, in the bank's order. */
export function linksOf(offered: readonly OfferedAccount[], choices: Choices): ChosenLink[] {
  return offered.flatMap((external) => {
    const choice = choices[external.account_id] ?? NONE;
    if (external.known !== null || choice === NONE) return [];
    const isNew = choice === NEW || choice === NEW_OFF_BUDGET;
    return [{ external, to: isNew ? { offBudget: choice === NEW_OFF_BUDGET } : { id: choice } }];
  });
}

/** An account of the budget that was chosen more than once. */
export function chosenTwice(links: readonly ChosenLink[]): AccountId | null {
  const ids = links.flatMap(({ to }) => ('id' in to ? [to.id] : []));
  return ids.find((id, at) => ids.indexOf(id) !== at) ?? null;
}
