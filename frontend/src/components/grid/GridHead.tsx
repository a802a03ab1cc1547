import type { KeyboardEvent, ReactNode } from 'react';
import styles from './grid.module.css';

/** A column as its title shows it. */
export interface HeadColumn {
  id: string;
  title: ReactNode;
  /** The name for assistive technology where the title alone does not say enough. */
  label?: string | undefined;
  sort?: 'ascending' | 'descending' | 'none' | undefined;
  /** Titles that take the keyboard: they sort or resize. */
  onPress?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  className?: string | undefined;
  isSortable?: boolean | undefined;
}

interface GridHeadProps {
  columns: readonly HeadColumn[];
  /** Beside the titles, such as a menu for narrow screens. */
  children?: ReactNode;
  className?: string | undefined;
  rowClassName?: string | undefined;
  isNarrow?: boolean;
}

/** The titles of the columns; they stay in view above the rows. */
export function GridHead(props: GridHeadProps) {
  return (
    <div role="rowgroup" className={`${styles.head} ${props.className ?? ''}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={`${styles.headRow} ${props.rowClassName ?? ''}`}
        data-narrow={props.isNarrow || undefined}
      >
        {props.columns.map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 1}
            aria-label={column.label}
            aria-sort={column.sort}
            tabIndex={column.onKeyDown ? -1 : undefined}
            data-col={column.id}
            data-sortable={column.isSortable || undefined}
            className={`${styles.headCell} ${column.className ?? ''}`}
            onClick={column.onPress}
            onKeyDown={column.onKeyDown}
          >
            {column.title}
          </div>
        ))}
        {props.children}
      </div>
    </div>
  );
}
