/**
 * Where a dragged or keyboard-moved group or category lands.
 * An item is placed before `targetId`; null puts it last. Only items of the same kind of
 * money (expense or income) are destinations.
 */
import type { CategoryGroup } from '@/generated/contract';
import type { Direction } from './keyboard';
import type { CategoryRow, GridRow, GroupRow } from './rows';

/** A collapsed group opens when a dragged category rests on it this long. */
export const OPEN_ON_HOVER_MS = 700;

export interface Move {
  kind: 'group' | 'category';
  id: string;
  /** Destination group of a category; for a group itself null. */
  groupId: string | null;
  targetId: string | null;
}

export interface Drop {
  move: Move;
  /** Index of the row above which the insertion line is drawn. */
  lineIndex: number;
}

/** The drop for a pointer at `rowOffset`, in rows from the top: 2.75 is low in row 2. */
export function dropAt(
  dragged: GroupRow | CategoryRow,
  rowOffset: number,
  rows: readonly GridRow[],
  groups: readonly CategoryGroup[],
): Drop | null {
  const index = Math.max(0, Math.min(rows.length - 1, Math.floor(rowOffset)));
  return dragged.kind === 'group'
    ? dropGroup(dragged, rowOffset, rows, groups)
    : dropCategory(dragged, index, rowOffset - index >= 0.5, rows, groups);
}

function dropCategory(
  dragged: CategoryRow,
  index: number,
  lowerHalf: boolean,
  rows: readonly GridRow[],
  groups: readonly CategoryGroup[],
): Drop | null {
  const row = rows[index];
  if (!row) return null;
  if (row.kind === 'group') {
    if (row.income !== dragged.income) return null;
    const above = rows[index - 1];
    if (!lowerHalf && above?.kind === 'category' && above.income === dragged.income) {
      return categoryDrop(dragged, above.groupId, null, index, groups);
    }
    const first = groups.find((group) => group.id === row.id)?.categories[0];
    return categoryDrop(dragged, row.id, first?.id ?? null, index + 1, groups);
  }
  if (row.kind !== 'category' || row.income !== dragged.income) return null;
  if (!lowerHalf) return categoryDrop(dragged, row.groupId, row.id, index, groups);
  const below = rows[index + 1];
  const target = below?.kind === 'category' ? below.id : null;
  return categoryDrop(dragged, row.groupId, target, index + 1, groups);
}

function categoryDrop(
  dragged: CategoryRow,
  groupId: string,
  targetId: string | null,
  lineIndex: number,
  groups: readonly CategoryGroup[],
): Drop | null {
  const list = groups.find((group) => group.id === groupId)?.categories ?? [];
  if (dragged.groupId === groupId && staysInPlace(list, dragged.id, targetId)) return null;
  return { move: { kind: 'category', id: dragged.id, groupId, targetId }, lineIndex };
}

function dropGroup(
  dragged: GroupRow,
  rowOffset: number,
  rows: readonly GridRow[],
  groups: readonly CategoryGroup[],
): Drop | null {
  const blocks = blocksOf(rows, dragged.income);
  if (blocks.length === 0) return null;
  const block = blocks.find(({ start, end }) => rowOffset < (start + end) / 2);
  const lineIndex = block ? block.start : (blocks.at(-1)?.end ?? 0);
  const siblings = groups.filter((group) => group.is_income === dragged.income);
  const targetId = block?.id ?? null;
  if (staysInPlace(siblings, dragged.id, targetId)) return null;
  return { move: { kind: 'group', id: dragged.id, groupId: null, targetId }, lineIndex };
}

interface Block {
  id: string;
  start: number;
  end: number;
}

/** Each group with its rows, as a half-open range of row indexes. */
function blocksOf(rows: readonly GridRow[], income: boolean): Block[] {
  const blocks: Block[] = [];
  for (const [index, row] of rows.entries()) {
    const current = blocks.at(-1);
    if (row.kind === 'group' && row.income === income) {
      blocks.push({ id: row.id, start: index, end: index + 1 });
    } else if (current && current.end === index && row.kind !== 'group' && isInside(row)) {
      current.end = index + 1;
    }
  }
  return blocks;
}

function isInside(row: GridRow): boolean {
  return row.kind === 'category' || row.kind === 'new-category';
}

function staysInPlace(list: readonly { id: string }[], id: string, targetId: string | null) {
  const from = list.findIndex((item) => item.id === id);
  return from >= 0 && (targetId === id || (list[from + 1]?.id ?? null) === targetId);
}

/** The move of Alt+Shift+arrow, or null at the edge. Hidden siblings are stepped over. */
export function keyboardMove(
  row: GroupRow | CategoryRow,
  direction: Direction,
  groups: readonly CategoryGroup[],
  showHidden: boolean,
): Move | null {
  const shown = (item: { hidden: boolean }) => showHidden || !item.hidden;
  const siblings = groups.filter((group) => group.is_income === row.income);
  if (row.kind === 'group') {
    if (direction === 'left' || direction === 'right') return null;
    const target = stepTarget(siblings, row.id, direction, shown);
    return target && { kind: 'group', id: row.id, groupId: null, targetId: target.id };
  }
  if (direction === 'up' || direction === 'down') {
    const list = siblings.find((group) => group.id === row.groupId)?.categories ?? [];
    const target = stepTarget(list, row.id, direction, shown);
    const groupId = row.groupId;
    return target && { kind: 'category', id: row.id, groupId, targetId: target.id };
  }
  const visible = siblings.filter((group) => shown(group) || group.id === row.groupId);
  const from = visible.findIndex((group) => group.id === row.groupId);
  const next = visible[from + (direction === 'left' ? -1 : 1)];
  if (from < 0 || !next) return null;
  return { kind: 'category', id: row.id, groupId: next.id, targetId: null };
}

/** The id to be placed before; `{id: null}` for the end of the list, null at the edge. */
function stepTarget<Item extends { id: string; hidden: boolean }>(
  list: readonly Item[],
  id: string,
  direction: 'up' | 'down',
  shown: (item: Item) => boolean,
): { id: string | null } | null {
  const from = list.findIndex((item) => item.id === id);
  if (direction === 'up') {
    const before = list.slice(0, from).findLast(shown);
    return before ? { id: before.id } : null;
  }
  const after = list.slice(from + 1).findIndex(shown);
  if (after < 0) return null;
  return { id: list[from + after + 2]?.id ?? null };
}

/** The tree after a move, shown until the backend's own list arrives. */
export function applyMove(groups: readonly CategoryGroup[], move: Move): CategoryGroup[] {
  if (move.kind === 'group') {
    const moved = groups.find((group) => group.id === move.id);
    if (!moved) return [...groups];
    const placed = insertBefore(
      groups.filter((group) => group !== moved),
      moved,
      move.targetId,
    );
    return [...placed.filter((g) => !g.is_income), ...placed.filter((g) => g.is_income)];
  }
  const moved = groups.flatMap((group) => group.categories).find((item) => item.id === move.id);
  if (!moved || !move.groupId) return [...groups];
  return groups.map((group) => {
    const rest = group.categories.filter((item) => item.id !== move.id);
    if (group.id !== move.groupId) {
      return rest.length === group.categories.length ? group : { ...group, categories: rest };
    }
    const placed = insertBefore(rest, { ...moved, cat_group: group.id }, move.targetId);
    return { ...group, categories: placed };
  });
}

function insertBefore<Item extends { id: string }>(
  list: readonly Item[],
  item: Item,
  targetId: string | null,
): Item[] {
  const at = list.findIndex((candidate) => candidate.id === targetId);
  return at < 0 ? [...list, item] : [...list.slice(0, at), item, ...list.slice(at)];
}
