import type { BudgetCells, Cell, CellValue, Month } from '@/generated/contract';
import { listen, send, session } from '@/lib/connection/backend';
import { watchPref } from '@/lib/prefs/prefs';
import { setBounds } from './bounds';
import { type CellChange, CellStore } from './cellStore';
import { cellName, monthSheet, sheetMonth, splitCellName } from './names';

/** The cells of the open budget in this tab. */
export const cells = new CellStore();

interface Loading {
  asked: number;
  names: Promise<ReadonlySet<string>>;
}

const loading = new Map<Month, Loading>();

/** Months requested in one turn, sent as one request. */
let gathered: { months: Month[]; answer: Promise<Map<Month, Cell[]>> } | null = null;

function ask(month: Month): Promise<Map<Month, Cell[]>> {
  if (!gathered) {
    const months: Month[] = [];
    const sent = Promise.resolve().then(() => {
      gathered = null;
      return send('get-budget-cells', { months });
    });
    gathered = { months, answer: sent.then(unpacked) };
  }
  gathered.months.push(month);
  return gathered.answer;
}

/** The cells of each month by their full names. */
function unpacked({ blocks, months }: BudgetCells): Map<Month, Cell[]> {
  const names = blocks.flatMap(({ beginnings, ids }) =>
    ids.flatMap((id) => beginnings.map((beginning) => beginning + id)),
  );
  return new Map(
    months.map(({ month, values }) => {
      const sheet = monthSheet(month);
      const cell = (name: string, at: number): Cell => [cellName(sheet, name), values[at] ?? null];
      return [month, names.map(cell)];
    }),
  );
}

/** Loads the cells of one month and returns their names. A pending month is not requested again. */
export function loadMonth(month: Month): Promise<ReadonlySet<string>> {
  const running = loading.get(month);
  if (running && cells.isCurrent(running.asked)) return running.names;
  const asked = cells.now();
  const done = cells.expect(monthSheet(month));
  const names = ask(month)
    .then((months) => {
      const loaded = months.get(month) ?? [];
      cells.load(loaded, asked);
      return new Set(loaded.map(([name]) => name));
    })
    .finally(() => {
      if (loading.get(month)?.names === names) loading.delete(month);
      done();
    });
  loading.set(month, { asked, names });
  return names;
}

/** Loads a month ahead of its display, unless its cells are here already. */
export async function prewarm(month: Month): Promise<void> {
  if (!isMonthLoaded(month)) await loadMonth(month);
}

function isMonthLoaded(month: Month): boolean {
  const sheet = monthSheet(month);
  return cells.has(cellName(sheet, 'to-budget')) || cells.has(cellName(sheet, 'total-saved'));
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

/** Listens to one cell outside of React; `own` marks changes of this tab. */
export function listenCell(
  sheet: string,
  name: string,
  listener: (change: CellChange) => void,
): () => void {
  return cells.listen(cellName(sheet, name), listener);
}

/** Up to this many cells of a month are requested singly; for more, the whole month is. */
const FEW_CELLS = 12;

/**
 * Loads the months of the names, then one by one the cells that no month contains: global cells
 * and, for instance, sums of income groups. A known name is stale, so its month is read again.
 */
async function loadMissing(names: string[]): Promise<void> {
  const monthOf = (full: string) => sheetMonth(splitCellName(full)[0]);
  const months = new Set<Month>();
  const unknown = new Map<Month, number>();
  for (const full of names) {
    const month = monthOf(full);
    if (!month) continue;
    const count = (unknown.get(month) ?? 0) + 1;
    unknown.set(month, count);
    if (cells.has(full) || !isMonthLoaded(month) || count > FEW_CELLS) months.add(month);
  }
  const asked = cells.now();
  const fresh = new Set<string>();
  const failed = new Set<Month>();
  const load = async (month: Month) => {
    const loaded = await loadMonth(month).catch(() => null);
    if (!loaded) failed.add(month);
    for (const full of loaded ?? []) fresh.add(full);
  };
  await Promise.all([...months].map(load));
  const single = names.filter((full) => !fresh.has(full) && !failed.has(monthOf(full) ?? ''));
  await Promise.allSettled(single.map((full) => loadCell(full, asked)));
}

async function loadCell(full: string, asked: number): Promise<void> {
  const [sheetName, name] = splitCellName(full);
  const { value } = await send('getCell', { sheetName, name });
  cells.load([[full, value]], asked);
}

/** Connects the cells to the pushed events; returns the function that disconnects them. */
export function startSheet(): () => void {
  cells.setLoader((names) => void loadMissing(names));
  const stops = [
    listen('cells-changed', ({ cells: changed, origin, bounds }) => {
      setCells(changed, origin !== null && origin === session());
      if (bounds) setBounds(bounds);
    }),
    listen('reload', () => cells.reload()),
    // What could not be loaded while the connection was coming and going is not left unknown.
    listen('hello', () => cells.askUnknown()),
    // The two kinds of budget have different cells for the same month.
    watchPref('budgetType', () => cells.reload()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
