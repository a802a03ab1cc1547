import type { KeyboardEvent, ReactNode } from 'react';
import { type Action, pressAction } from '@/lib/actions/actions';
import { gridTexts } from '@/texts/grid';
import type { AnyGrid } from './GridController';

interface FootAt {
  grid: AnyGrid;
  /** The cells of the foot that take the focus, in order, and which of them has it. */
  cells: readonly HTMLElement[];
  at: number;
}

/** The keys of the row below the last one; arrow down leads there. */
export const FOOT_ACTIONS: readonly Action<FootAt>[] = [
  {
    id: 'foot-next',
    label: gridTexts.footNext,
    keys: ['ArrowLeft', 'ArrowRight'],
    run: ({ cells, at }, event) => cells[at + (event?.key === 'ArrowRight' ? 1 : -1)]?.focus(),
  },
  {
    id: 'foot-ends',
    label: gridTexts.footEnds,
    keys: ['Home', 'End'],
    run: ({ cells }, event) => cells.at(event?.key === 'Home' ? 0 : -1)?.focus(),
  },
  {
    id: 'leave-foot',
    label: gridTexts.footToRows,
    keys: ['ArrowUp'],
    run: ({ grid, cells, at }) => grid.enterAt(cells[at]?.dataset.col ?? ''),
  },
];

interface GridFootProps {
  grid: AnyGrid;
  className?: string | undefined;
  /** One row. */
  children: ReactNode;
}

/** A row that stays in view below the others, such as their totals. */
export function GridFoot({ grid, className, children }: GridFootProps) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-col]')];
    const at = cells.indexOf(event.target as HTMLElement);
    if (at >= 0 && pressAction(FOOT_ACTIONS, { grid, cells, at }, event.nativeEvent)) {
      event.preventDefault();
    }
  };
  return (
    <div role="rowgroup" data-grid-foot className={className} onKeyDown={press}>
      {children}
    </div>
  );
}
