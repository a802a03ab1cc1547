import { pickersTexts } from '@/texts/pickers';
import { matchRank } from '../comboMatch';
import {
  firstOptions,
  type Suggestions,
  type SuggestOption,
  type SuggestSection,
  suggestFrom,
} from './suggestions';

/** A payee as the picker needs it; transfer payees belong to an account. */
export interface PickablePayee {
  id: string;
  name: string;
  transfer_acct: string | null;
}

/** Payees offered at once. */
export const MAX_PAYEES = 100;
const MAX_RECENT = 8;
const MORE = pickersTexts.morePayees;

/** Values with this prefix are payees that do not exist yet. */
export const NEW_PAYEE = 'new:';

export function newPayee(name: string): string {
  return `${NEW_PAYEE}${name.trim()}`;
}

/** The name of a payee that is to be created; null for all other values. */
export function newPayeeName(value: string | null): string | null {
  return value?.startsWith(NEW_PAYEE) ? value.slice(NEW_PAYEE.length) : null;
}

export interface PayeeChoice {
  payees: readonly PickablePayee[];
  /** Ids of recently used payees, newest first. */
  recent: readonly string[];
  /** Only the payees that stand for accounts. */
  isTransfer: boolean;
}

/** Everything a payee field can offer, in the order of the list without a text. */
export function payeeSections(choice: PayeeChoice): SuggestSection[] {
  const { payees, recent, isTransfer } = choice;
  const transfers = payees.filter(({ transfer_acct }) => transfer_acct !== null);
  const transferSection = {
    id: 'transfer',
    name: pickersTexts.transferToOrFrom,
    options: transfers,
  };
  if (isTransfer) return [transferSection];
  const rank = new Map(recent.slice(0, MAX_RECENT).map((id, index) => [id, index]));
  const plain = payees.filter(({ transfer_acct }) => transfer_acct === null);
  const latest = plain
    .filter(({ id }) => rank.has(id))
    .sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  return [
    { id: 'recent', name: pickersTexts.recent, options: latest },
    { id: 'payees', name: pickersTexts.payees, options: plain.filter(({ id }) => !rank.has(id)) },
    transferSection,
  ];
}

/**
 * The payees that match, at most a hundred, and the way to create one, which is what
 * the text clearly means when no payee matches.
 */
export function suggestPayees(
  sections: readonly SuggestSection[],
  typed: string | null,
  canCreate: boolean,
): Suggestions {
  const found = suggestFrom(sections, typed, false);
  const { sections: kept, isCut } = firstOptions(found.sections, MAX_PAYEES);
  const create = canCreate ? createOption(sections, typed) : null;
  return {
    sections: create ? [...kept, { id: 'create', name: '', options: [create] }] : kept,
    best: found.best ?? (kept.length === 0 ? create : likeliest(kept, typed, canCreate)),
    ...(isCut ? { more: MORE } : {}),
  };
}

/** Of several payees that begin with the text the first offered one, recent ones before others. */
function likeliest(
  sections: readonly SuggestSection[],
  typed: string | null,
  isEntry: boolean,
): SuggestOption | null {
  if (!isEntry || typed === null || typed.trim() === '') return null;
  const options = sections.flatMap(({ options }) => options);
  return options.find(({ name }) => matchRank(name, typed) === 0) ?? null;
}

function createOption(
  sections: readonly SuggestSection[],
  typed: string | null,
): SuggestOption | null {
  const name = typed?.trim() ?? '';
  const wanted = name.toLowerCase();
  const exists = sections.some(({ options }) =>
    options.some((option) => option.name.trim().toLowerCase() === wanted),
  );
  if (name === '' || exists) return null;
  return { id: newPayee(name), name: pickersTexts.createPayee(name) };
}
