/** The addresses of the screens of cards. */
import type { CardKind, DashboardCard } from '@/generated/contract';
import { settingOf } from './cards';

/** The addresses of the screens by the type of card; the id of a card follows. */
const PLACES = {
  'net-worth-card': '/reports/net-worth',
  'cash-flow-card': '/reports/cash-flow',
  'spending-card': '/reports/spending',
  'summary-card': '/reports/summary',
  'calendar-card': '/reports/calendar',
  'budget-analysis-card': '/reports/budget-analysis',
  'crossover-card': '/reports/crossover',
  'sankey-card': '/reports/sankey',
  'age-of-money-card': '/reports/age-of-money',
  'balance-forecast-card': '/reports/balance-forecast',
  'formula-card': '/reports/formula',
} as const satisfies Partial<Record<CardKind, string>>;

/** The types of cards that have a screen with their settings. */
export type ScreenKind = keyof typeof PLACES;

const KINDS = new Map<string, ScreenKind>(
  Object.entries(PLACES).map(([kind, place]) => [place, kind as ScreenKind]),
);

/** The type of card that a word of an address stands for. */
export const kindOfWord = (word: string | undefined): ScreenKind | undefined =>
  KINDS.get(`/reports/${word}`);

export const cardPlace = (kind: ScreenKind, id: string) => `${PLACES[kind]}/${id}`;

export const NEW_REPORT = '/reports/custom';

export const reportPlace = (id: string) => `${NEW_REPORT}/${id}`;

/** The address of the screen of a card; null for one that has none. */
export function placeOf(card: DashboardCard): string | null {
  if (card.isMetaUnreadable) return null;
  if (card.type === 'custom-report') return reportPlace(settingOf(card, 'id'));
  return Object.hasOwn(PLACES, card.type) ? cardPlace(card.type as ScreenKind, card.id) : null;
}
