/** Titles of the cards of a dashboard that have no name of their own. */

import type { CardKind } from '@/generated/contract';

const TITLES: Record<CardKind, string> = {
  'net-worth-card': 'Net Worth',
  'cash-flow-card': 'Cash Flow',
  'spending-card': 'Monthly Spending',
  'summary-card': 'Summary',
  'calendar-card': 'Calendar',
  'markdown-card': 'Text',
  'custom-report': 'Saved report',
  'budget-analysis-card': 'Budget Analysis',
  'crossover-card': 'Crossover Point',
  'sankey-card': 'Sankey',
  'age-of-money-card': 'Age of Money',
  'balance-forecast-card': 'Balance Forecast',
  'formula-card': 'Formula',
  'monte-carlo-card': 'Monte Carlo',
};

/** A card by its name, else by its type, which may be unknown to this page. */
export function cardTitle(name: string, type: string): string {
  return name || (TITLES as Partial<Record<string, string>>)[type] || 'Card';
}
