/** The properties of each type of card. */
import type { AskedCard, CardKind, DashboardCard, SavedReport } from '@/generated/contract';
import { cardTitle } from '@/texts/cards';
import type { Size } from './packing';

const USUAL: Size = { width: 3, height: 2 };

/** The smallest sizes that an edit makes. */
const LEAST: Readonly<Record<string, Size>> = {
  'formula-card': { width: 1, height: 1 },
  'markdown-card': { width: 2, height: 1 },
  'custom-report': { width: 2, height: 1 },
  'sankey-card': { width: 3, height: 3 },
};

export const leastSize = (type: string): Size =>
  (Object.hasOwn(LEAST, type) && LEAST[type]) || USUAL;

/** The types that can be added, with the size they begin with. */
export const ADDABLE = {
  'net-worth-card': { width: 4, height: 2 },
  'cash-flow-card': { width: 4, height: 2 },
  'spending-card': { width: 4, height: 2 },
  'summary-card': { width: 3, height: 2 },
  'calendar-card': { width: 4, height: 4 },
  'markdown-card': { width: 4, height: 2 },
  'age-of-money-card': { width: 4, height: 2 },
  'budget-analysis-card': { width: 4, height: 2 },
  'balance-forecast-card': { width: 4, height: 2 },
  'crossover-card': { width: 4, height: 3 },
  'sankey-card': { width: 6, height: 4 },
  'formula-card': { width: 3, height: 2 },
} as const satisfies Partial<Record<CardKind, Size>>;

/** The size of a card that shows a saved report. */
export const REPORT_SIZE: Size = { width: 4, height: 3 };

export type Addable = keyof typeof ADDABLE;

const WITH_FIGURES: ReadonlySet<string> = new Set<CardKind>([
  'net-worth-card',
  'cash-flow-card',
  'spending-card',
  'summary-card',
  'calendar-card',
  'custom-report',
  'budget-analysis-card',
  'crossover-card',
  'sankey-card',
  'age-of-money-card',
  'balance-forecast-card',
  'formula-card',
]);

/** Whether a card has figures that the program computes. */
export const hasFigures = ({ type, isMetaUnreadable }: DashboardCard) =>
  WITH_FIGURES.has(type) && !isMetaUnreadable;

/** Those of them, sorted by id, so that moving a card does not refetch. */
export const withFigures = (cards: readonly DashboardCard[]) =>
  cards.filter(hasFigures).sort((one, other) => (one.id < other.id ? -1 : 1));

/** What these show is made of other than transactions or amounts of the budget. */
const UNEXPLAINED: ReadonlySet<string> = new Set<CardKind>(['formula-card']);

/** Whether its figures say how they are calculated. */
export const explainsItself = (card: DashboardCard) =>
  hasFigures(card) && !UNEXPLAINED.has(card.type);

/** Whether a name of its own can be given to a card. */
export const canBeNamed = (card: DashboardCard) =>
  hasFigures(card) && card.type !== 'custom-report';

export const askedOf = ({ type, meta }: DashboardCard): AskedCard => ({ type, meta });

/** A text among the settings of a card; empty if there is none. */
export function settingOf({ meta }: Pick<DashboardCard, 'meta'>, key: string): string {
  const value = meta?.[key];
  return typeof value === 'string' ? value : '';
}

/** Whether nothing is written on a card of text. */
export const isUnwritten = (card: DashboardCard) =>
  card.type === 'markdown-card' &&
  !card.isMetaUnreadable &&
  settingOf(card, 'content').trim() === '';

/** Whether its title is for screen readers only: a text has titles of its own. */
export function hidesTitle(card: DashboardCard): boolean {
  const { type, meta, isMetaUnreadable } = card;
  if (isMetaUnreadable) return false;
  if (type === 'markdown-card') return !isUnwritten(card);
  return type === 'formula-card' && meta?.showTitle === false;
}

/** The title of a card: its name, that of its report, or that of its type. */
export function titleOf(card: DashboardCard, reports: readonly SavedReport[] = []): string {
  const report =
    card.type === 'custom-report'
      ? reports.find(({ id }) => id === settingOf(card, 'id'))?.name
      : undefined;
  return cardTitle(settingOf(card, 'name').trim() || report || '', card.type);
}
