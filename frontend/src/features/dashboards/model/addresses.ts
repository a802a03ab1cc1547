/** The addresses of the screens of cards. */
import type { CardKind, DashboardCard } from '@/generated/contract';
import { settingOf } from './cards';

/** The words of addresses, by the type of card. */
const WORDS = {
  'net-worth-card': 'net-worth',
  'cash-flow-card': 'cash-flow',
  'spending-card': 'spending',
  'summary-card': 'summary',
  'calendar-card': 'calendar',
  'budget-analysis-card': 'budget-analysis',
  'crossover-card': 'crossover',
  'sankey-card': 'sankey',
  'age-of-money-card': 'age-of-money',
  'balance-forecast-card': 'balance-forecast',
  'formula-card': 'formula',
} as const satisfies Partial<Record<CardKind, string>>;

/** The types of cards that have a screen with their settings. */
export type ScreenKind = keyof typeof WORDS;

const KINDS = new Map(Object.entries(WORDS).map(([kind, word]) => [word, kind as ScreenKind]));

/** The type of card that a word of an address stands for. */
export const kindOfWord = (word: string | undefined): ScreenKind | undefined =>
  KINDS.get((word ?? '') as (typeof WORDS)[ScreenKind]);

export const cardPlace = (kind: ScreenKind, id: string) => `/reports/${WORDS[kind]}/${id}`;

export const NEW_REPORT = '/reports/custom';

export const reportPlace = (id: string) => `${NEW_REPORT}/${id}`;

/** The address of the screen of a card; null for one that has none. */
export function placeOf(card: DashboardCard): string | null {
  if (card.isMetaUnreadable) return null;
  if (card.type === 'custom-report') return reportPlace(settingOf(card, 'id'));
  return Object.hasOwn(WORDS, card.type) ? cardPlace(card.type as ScreenKind, card.id) : null;
}
