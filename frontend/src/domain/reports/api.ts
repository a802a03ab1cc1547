/** The calls about figures; screens import from here. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AskedCard, ComparedTo, Day } from '@/generated/contract';
import { fetchCategories } from '@/lib/categories/categories';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { useToday } from '@/lib/prefs/useToday';
import { adjustedPieces, type Figure, partOf, type Source } from './figure';
import { type Piece, piecesOf } from './pieces';

/** All tables that figures are computed from. */
const TABLES = [
  'transactions',
  'accounts',
  'categories',
  'category_groups',
  'category_mapping',
  'payees',
  'payee_mapping',
  'preferences',
  'custom_reports',
  'zero_budgets',
  'reflect_budgets',
  'zero_budget_months',
  'schedules',
  'schedules_next_date',
  'rules',
];

/** Refetches once after a burst of changes. */
const MADE_OF = { restedTables: TABLES };
const QUIET = { idleTables: TABLES };

/** The figures of some cards on a day, in their order and all of one state of the budget. */
export const figuresQuery = (cards: readonly AskedCard[], today: Day) => ({
  queryKey: ['figures', cards, today],
  queryFn: () => send('report/figures', { reports: [...cards] }),
  meta: MADE_OF,
});

/** They follow every change; the former figures stay until the new ones are there. */
export function useFigures(cards: readonly AskedCard[]) {
  const query = figuresQuery(cards, useToday());
  return useQuery({ ...query, placeholderData: keepPreviousData }, lists);
}

/** The same figures for a secondary view, refetched only when the user pauses. */
export function useQuietFigures(cards: readonly AskedCard[]) {
  const queryKey = ['figures', 'quiet', cards, useToday()];
  const queryFn = () => send('report/figures', { reports: [...cards] });
  return useQuery({ queryKey, queryFn, meta: QUIET }, lists);
}

/** The figures of a card in earlier ranges; idle without any. */
export function useEarlierFigures(cards: readonly AskedCard[]) {
  const queryKey = ['figures', 'earlier', cards, useToday()];
  const queryFn = () => (cards.length > 0 ? send('report/figures', { reports: [...cards] }) : null);
  return useQuery({ queryKey, queryFn, meta: MADE_OF }, lists);
}

/** Compares the figures of a card with earlier ranges; idle until the user chooses one. */
export function useComparison(card: AskedCard, chosen: ComparedTo | null) {
  const queryKey = ['figures', 'compared', card, chosen, useToday()];
  const queryFn = () => (chosen ? send('report/compare', { card, with: chosen }) : null);
  return useQuery({ queryKey, queryFn, meta: MADE_OF }, lists);
}

/** The figures of a card as CSV. */
export const fetchCsv = (card: AskedCard) => send('report/csv', { card });

/** The pieces of what a figure counts. */
async function fetchPieces(source: Source): Promise<Piece[]> {
  const rows = await send('report/recipe', { card: source.card, part: partOf(source.part) });
  const { part } = rows.recipe;
  const hasGroup = typeof part === 'object' && part !== null && 'group' in part;
  const groups = hasGroup ? await fetchCategories() : [];
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name;
  return adjustedPieces(piecesOf(rows, nameOf), source);
}

/** The pieces behind a figure; none for a figure without transactions. */
export async function piecesBehind({ source, pieces }: Figure): Promise<readonly Piece[] | null> {
  return pieces ?? (source ? fetchPieces(source) : null);
}
