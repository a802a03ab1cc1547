/** What is typed for a new account that is linked. */
import type { BankProviderId, Day, LinkChoice } from '@/generated/contract';
import type { ChosenLink } from '@/lib/modals/named';
import { exact } from '@/texts/exact';

export interface LinkDraft {
  name: string;
  offBudget: boolean;
  /** Null as long as the usual one counts, which may be earlier where the bank has more. */
  startingDate: Day | null;
  isBalanceFromBank: boolean;
  startingBalance: number | null;
  importPending: boolean;
}

/** Days that are imported at first, unless somebody says otherwise. */
export const FIRST_DAYS = 89;

/** Providers whose pending transactions come back under other ids once they are booked. */
const UNSTEADY: readonly BankProviderId[] = ['enableBanking', 'goCardless', 'akahu'];

export function firstDraft({ external, to }: ChosenLink, provider: BankProviderId): LinkDraft {
  return {
    name: external.name || external.official_name || external.institution.name,
    offBudget: 'offBudget' in to && to.offBudget,
    startingDate: null,
    isBalanceFromBank: true,
    startingBalance: null,
    importPending: !UNSTEADY.includes(provider),
  };
}

/** What is wrong with a draft, by its field. */
export function faultsOf(draft: LinkDraft): { name?: string; startingBalance?: string } {
  const isBalanceMissing = !draft.isBalanceFromBank && draft.startingBalance === null;
  return {
    ...(draft.name.trim() === '' && { name: exact.nameRequired }),
    ...(isBalanceMissing && { startingBalance: exact.balanceNumber }),
  };
}

export const isSound = (draft: LinkDraft): boolean => Object.keys(faultsOf(draft)).length === 0;

export function choiceOf(draft: LinkDraft): LinkChoice {
  const { startingDate, startingBalance, isBalanceFromBank, importPending } = draft;
  return {
    name: draft.name.trim(),
    importPending,
    ...(startingDate !== null && { startingDate }),
    ...(!isBalanceFromBank && startingBalance !== null && { startingBalance }),
  };
}
