/** The calls about pages and their cards. Every write names its undo step and shows a notice. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchCsv } from '@/domain/reports/api';
import type { CardKind, DashboardCard, DashboardPage, StepName } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { send } from '@/lib/connection/backend';
import { saveFile } from '@/lib/files/saveFile';
import { confirmStep } from '@/lib/history/confirmStep';
import { step } from '@/lib/history/steps';
import { lists, reread } from '@/lib/lists/lists';
import { saving } from '@/lib/notices/saving';
import { dashboardsTexts } from '@/texts/dashboards';
import { askedOf, hasFigures, settingOf, titleOf } from './model/cards';
import type { Place, Size } from './model/packing';

const PAGES_KEY = ['dashboard', 'pages'] as const;

/** Waits for a write and says in words when it failed; true when it went well. */
export const run = (write: Promise<unknown>): Promise<boolean> => saving('dashboard-write', write);

/** All pages with their cards. */
export const pagesQuery = {
  queryKey: PAGES_KEY,
  queryFn: () => send('dashboards-get', {}),
  meta: { tables: ['dashboard_pages'] },
};

export function usePages() {
  return useQuery({ ...pagesQuery, placeholderData: keepPreviousData }, lists);
}

/** The saved reports, whose names are the titles of their cards. */
export const reportsQuery = {
  queryKey: ['custom_reports', 'all'],
  queryFn: () => send('report/get', {}),
};

export function useReports() {
  return useQuery(reportsQuery, lists);
}

/** Resolves once the pages have been read again. */
const pagesRead = () => reread(PAGES_KEY);

/** Adds a page and answers its id once it is in the list. */
export async function addPage(name: string): Promise<string> {
  const added = step('addedPage', { name });
  const id = await send('dashboard-create', { name }, { step: added });
  confirmStep(added);
  await pagesRead();
  return id;
}

export async function renamePage({ id, name: from }: DashboardPage, name: string): Promise<void> {
  if (name === from) return;
  const renamed = step('renamedPage', { from, to: name });
  await send('dashboard-rename', { id, name }, { step: renamed });
  confirmStep(renamed);
}

export async function deletePage({ id, name }: DashboardPage): Promise<void> {
  const deleted = step('deletedPage', { name });
  await send('dashboard-delete', { id }, { step: deleted });
  confirmStep(deleted);
  await pagesRead();
}

export async function resetPage({ id, name }: DashboardPage): Promise<void> {
  const reset = step('resetPage', { name });
  await send('dashboard-reset', { id }, { step: reset });
  confirmStep(reset);
}

/** Hands a page to the browser as a file. */
export async function exportPage({ id, name }: DashboardPage): Promise<void> {
  const file = await send('dashboard-export', { id });
  const named = `${name}.json`;
  saveFile(named, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  announce(dashboardsTexts.exported(named));
}

const CSV = 'text/csv;charset=utf-8';

/** Downloads the figures of a card as a CSV file. */
export async function saveCardCsv(card: DashboardCard, title: string): Promise<void> {
  const named = `${title}.csv`;
  saveFile(named, new Blob([await fetchCsv(askedOf(card))], { type: CSV }));
  announce(dashboardsTexts.exported(named));
}

/** Downloads the figures of all cards of a page as a zip with one CSV file each. */
export async function savePageCsv({ name, cards }: DashboardPage): Promise<void> {
  const reports = await send('report/get', {});
  const { data } = await send('report/csv-files', {
    cards: cards
      .filter(hasFigures)
      .map((card) => ({ name: titleOf(card, reports), card: askedOf(card) })),
  });
  const named = `${name}.zip`;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  saveFile(named, new Blob([bytes], { type: 'application/zip' }));
  announce(dashboardsTexts.exported(named));
}

/** Replaces the cards of a page by those of a file. */
export async function importPage({ id, name }: DashboardPage, content: string): Promise<void> {
  const imported = step('importedPage', { name });
  await send('dashboard-import', { dashboardPageId: id, content }, { step: imported });
  confirmStep(imported);
  await pagesRead();
}

interface NewCard {
  type: CardKind;
  /** Of the saved report that it shows. */
  name?: string;
  size: Size;
  meta?: Record<string, unknown>;
}

/** Adds a card behind the last one of a page and answers its id once it is in the list. */
export async function addCard(
  page: DashboardPage,
  { type, name = '', size, meta }: NewCard,
): Promise<string> {
  const added = step('addedCard', { name, type });
  const args = { type, ...size, ...(meta ? { meta } : {}), dashboard_page_id: page.id };
  const id = await send('dashboard-add-widget', args, { step: added });
  confirmStep(added);
  await pagesRead();
  return id;
}

const factsOf = (card: DashboardCard) => ({ name: settingOf(card, 'name'), type: card.type });

/** Gives a card a name; an empty one gives it the title of its type back. */
export async function nameCard(card: DashboardCard, name: string): Promise<void> {
  if (name === settingOf(card, 'name')) return;
  const change = name === '' ? { remove: ['name'] } : { meta: { name } };
  await changeCard(card, change, step('changedCard', { name, type: card.type }));
}

export async function writeText(card: DashboardCard, meta: Record<string, string>): Promise<void> {
  if (Object.keys(meta).length === 0) return;
  await changeCard(card, { meta }, step('changedCard', factsOf(card)));
}

/** Writes settings of a card; `undefined` makes one the default of its type again. */
export async function changeSettings(
  card: DashboardCard,
  patch: Readonly<Record<string, unknown>>,
): Promise<void> {
  const isSet = ([, value]: [string, unknown]) => value !== undefined;
  const entries = Object.entries(patch);
  const meta = Object.fromEntries(entries.filter(isSet));
  const remove = entries.filter((entry) => !isSet(entry)).map(([key]) => key);
  const name = 'name' in patch ? String(patch.name ?? '') : settingOf(card, 'name');
  await changeCard(card, { meta, remove }, step('changedCard', { name, type: card.type }));
  await pagesRead();
}

async function changeCard(
  { id }: DashboardCard,
  change: { meta?: Record<string, unknown>; remove?: string[] },
  named: StepName,
): Promise<void> {
  await send('dashboard-update-widget', { id, ...change }, { step: named });
  confirmStep(named);
}

export async function removeCard(card: DashboardCard): Promise<void> {
  const removed = step('removedCard', factsOf(card));
  await send('dashboard-remove-widget', { id: card.id }, { step: removed });
  confirmStep(removed);
}

/** Copies a card behind the last one of a page. */
export async function copyCard(card: DashboardCard, page: DashboardPage): Promise<void> {
  const copied = step('copiedCard', factsOf(card));
  const args = { id: card.id, targetDashboardPageId: page.id };
  await send('dashboard-copy-widget', args, { step: copied });
  confirmStep(copied);
}

/** Writes where cards stand, as one step that is named after the card that was taken along. */
export async function placeCards(places: readonly Place[], isResize: boolean): Promise<void> {
  const placed = step(isResize ? 'resizedCards' : 'movedCards', { count: 1 });
  await send('dashboard-update', { widgets: [...places] }, { step: placed });
  confirmStep(placed);
  await pagesRead();
}
