import { useStore } from 'zustand';
import { commonTexts } from '@/texts/common';
import { GridHead } from './GridHead';
import type { ListController } from './ListController';

interface ListHeadProps<Row extends { id: string }, Column extends string> {
  grid: Pick<ListController<Row, Column>, 'columns' | 'selection' | 'selectAll' | 'source'>;
  /** The title of each column but `select`, which has the box that selects all rows. */
  titles: Partial<Record<Column, string>>;
  /** A column whose title only screen readers hear. */
  hidden: Column;
  className: string | undefined;
  rowClassName: string | undefined;
  cellClassName: string | undefined;
}

/** The titles of a list whose rows can be selected. */
export function ListHead<Row extends { id: string }, Column extends string>(
  props: ListHeadProps<Row, Column>,
) {
  const { grid, titles, hidden, cellClassName, ...rest } = props;
  const count = useStore(grid.selection, ({ rows }) => rows.size);
  const box = (
    <input
      type="checkbox"
      aria-label={count > 0 ? commonTexts.selectNone : commonTexts.selectAll}
      checked={count > 0 && count >= grid.source.count}
      onChange={() => grid.selectAll()}
    />
  );
  const title = (column: Column) => (
    <span className={column === hidden ? 'visually-hidden' : undefined}>{titles[column]}</span>
  );
  const columns = grid.columns.map((column) => ({
    id: column,
    className: cellClassName,
    title: column === 'select' ? box : title(column),
  }));
  return <GridHead columns={columns} {...rest} />;
}
