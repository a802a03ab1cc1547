/** The editors of the budget grid and what marks a cell. */
import {
  type GridState,
  type GridStore,
  isAt,
  type Place,
  useGrid,
} from '@/components/grid/gridStore';
import type { ColumnId } from '../model/columns';
import type { Adding } from '../model/rows';

export interface AmountEdit extends Place {
  kind: 'amount';
  /** Text the editor opens with. */
  text: string;
  selectAll: boolean;
  /** The amount in cents when the editor opened. */
  before: number;
}

export interface NameEdit extends Place {
  kind: 'name';
  /** A name that was just rejected, for correction. */
  text?: string;
}

/** A name is being typed for something new. */
export interface NewEdit extends Place {
  kind: 'new';
  adding: Adding;
  text?: string;
}

export type BudgetEdit = AmountEdit | NameEdit | NewEdit;
export type BudgetState = GridState<ColumnId, BudgetEdit>;
export type BudgetStore = GridStore<ColumnId, BudgetEdit>;

export function useBudgetEdit(): BudgetEdit | null {
  return useGrid((state: BudgetState) => state.edit);
}

export type CellMark = 'edited' | 'refused' | 'open' | 'focused';

/** The marks of a row, as text so that only a change redraws it: 'focused=name;refused=…'. */
export function useRowMarks(rowId: string): string {
  return useGrid((state: BudgetState) => {
    const { focus, edit, refused, menu } = state;
    const marks = [];
    if (edit?.rowId === rowId && edit.kind === 'amount') marks.push(`edited=${edit.column}`);
    if (refused?.rowId === rowId) marks.push(`refused=${refused.column}`);
    if (menu?.kind === 'balance' && menu.rowId === rowId) marks.push(`open=${menu.column}`);
    if (focus?.rowId === rowId) marks.push(`focused=${focus.column}`);
    return marks.join(';');
  });
}

/** The mark of one column among those of its row; the first one given counts. */
export function markOf(marks: string, column: ColumnId): CellMark | null {
  if (marks === '') return null;
  const found = marks.split(';').find((mark) => mark.endsWith(`=${column}`));
  return found ? (found.slice(0, found.indexOf('=')) as CellMark) : null;
}

/** Whether the tab stop is in this cell. */
export function useIsFocused(rowId: string, column: ColumnId): boolean {
  return useGrid((state) => isAt(state.focus, rowId, column));
}
