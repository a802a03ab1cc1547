import type { AccountType } from '@/generated/contract';
import type { NewAccount } from '@/lib/accounts/changes';
import type { AmountFormat } from '@/lib/format/amount';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';

/** A new account as typed in the form. */
export interface Draft {
  name: string;
  type: AccountType | null;
  /** Null until the person decides; the type decides as long. */
  offBudget: boolean | null;
  balance: string;
}

export const EMPTY: Draft = { name: '', type: null, offBudget: null, balance: '' };

export interface DraftErrors {
  name?: string;
  type?: string;
  balance?: string;
}

/** Investment accounts are off budget unless somebody says otherwise. */
export function isOffBudget({ offBudget, type }: Draft): boolean {
  return offBudget ?? type === 'investment';
}

/** Whether money in accounts of this kind is owed as a rule. */
export function isOwed(type: AccountType | null): boolean {
  return type === 'credit' || type === 'mortgage' || type === 'debt';
}

/** The account to make, or what is wrong with each field. */
export function readDraft(draft: Draft, amounts: AmountFormat): NewAccount | DraftErrors {
  const name = draft.name.trim();
  const balance = amounts.evaluate(draft.balance);
  if (name !== '' && draft.type && balance.ok) {
    return { name, type: draft.type, offBudget: isOffBudget(draft), cents: balance.cents };
  }
  return {
    ...(name === '' && { name: exact.nameRequired }),
    ...(!draft.type && { type: exact.selectType }),
    ...(!balance.ok && {
      balance: balance.reason === 'too-large' ? commonTexts.tooLarge : exact.balanceNumber,
    }),
  };
}
