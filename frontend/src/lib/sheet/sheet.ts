import type { Cell, CellValue, Month } from '@/generated/contract';
import { listen, send, session } from '@/lib/connection/backend';
import { getPref, watchPref } from '@/lib/prefs/prefs';
import { type CellChange, CellStore } from './cellStore';
import { cellName, monthSheet, sheetMonth, splitCellName } from './names';

/** The cells of the open budget in this tab. */
export const cells = new CellStore();

const loading = new Map<Month, Promise<void>>();

/** Loads the cells of one month; calls at the same time share one request. */
export function loadMonth(month: Month): Promise<void> {
  const running = loading.get(month);
  if (running) return running;
  const asked = cells.now();
  const done = cells.expect(monthSheet(month));
  const name = getPref('budgetType') === 'report' ? 'report-budget-month' : 'rollover-budget-month';
  const request = send(name, { month })
    .then((loaded) =>
      cells.load(
        loaded.map(({ name, value }): Cell => [name, value]),
        asked,
      ),
    )
    .finally(() => {
      loading.delete(month);
      done();
    });
  loading.set(month, request);
  return request;
}

/** Loads a month ahead of its display, unless its cells are here already. */
export async function prewarm(month: Month): Promise<void> {
  if (cells.has(cellName(monthSheet(month), 'to-budget')) || isReportMonthLoaded(month)) return;
  await loadMonth(month);
}

function isReportMonthLoaded(month: Month): boolean {
  return cells.has(cellName(monthSheet(month), 'total-saved'));
}

/** Applies values pushed by the backend. `own` says whether this tab caused them. */
export function setCells(changed: readonly Cell[], own: boolean): void {
  cells.setCells(changed, own);
}

/** Shows `value` in a cell at once, while `write` is under way; a failure brings the old back. */
export function optimistic<T>(
  sheet: string,
  name: string,
  value: CellValue,
  write: Promise<T>,
): Promise<T> {
  return cells.optimistic(cellName(sheet, name), value, write);
}

/** Listens to one cell outside of React; `own` tells changes of this tab from others. */
export function listenCell(
  sheet: string,
  name: string,
  listener: (change: CellChange) => void,
): () => void {
  return cells.listen(cellName(sheet, name), listener);
}

async function loadMissing(names: string[]): Promise<void> {
  const months = new Set<Month>();
  const singles: [sheet: string, name: string][] = [];
  for (const full of names) {
    const [sheet, name] = splitCellName(full);
    const month = sheetMonth(sheet);
    if (month) months.add(month);
    else singles.push([sheet, name]);
  }
  const asked = cells.now();
  await Promise.allSettled([
    ...[...months].map(loadMonth),
    ...singles.map(async ([sheetName, name]) => {
      const { value } = await send('getCell', { sheetName, name });
      cells.load([[cellName(sheetName, name), value]], asked);
    }),
  ]);
}

/** Connects the cells to the pushed events; returns the function that disconnects them. */
export function startSheet(): () => void {
  cells.setLoader((names) => void loadMissing(names));
  const stops = [
    listen('cells-changed', ({ cells: changed, origin }) =>
      setCells(changed, origin !== null && origin === session()),
    ),
    listen('reload', () => cells.reload()),
    // The two kinds of budget have different cells for the same month.
    watchPref('budgetType', () => cells.reload()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
