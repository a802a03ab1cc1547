/** The form values of a new linked account. */
import type { BankProviderId, Day, LinkChoice } from '@/generated/contract';
import type { ChosenLink } from '@/lib/modals/named';
import { exact } from '@/texts/exact';

export interface LinkDraft {
  name: string;
  offBudget: boolean;
  /** Null for the default date, which is earlier if the bank has more history. */
  startingDate: Day | null;
  isBalanceFromBank: boolean;
  startingBalance: number | null;
  importPending: boolean;
}

/** Days to import at first by default. */
export const FIRST_DAYS = 89;

/** Providers whose pending transactions get a new id when the bank books them. */
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

/** The errors of a draft by field. */
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
