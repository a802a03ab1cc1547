import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { isSortable } from '@/domain/transactions/sort';
import { useRegisterView, useViewStore } from '@/domain/transactions/view';
import { registerTexts } from '@/texts/register';
import { COLUMN_TITLES } from '@/texts/transactions';
import type { ColumnId } from '../model/columns';
import styles from './grid.module.css';
import { sortAloud } from './sortAloud';

/** Stands for the titles of the columns where rows have two lines. */
export function SortMenu({ columns }: { columns: readonly ColumnId[] }) {
  const view = useViewStore();
  const sort = useRegisterView((state) => state.sort) ?? { column: 'date', descending: true };
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <MenuTrigger>
      <Button look="bare" className={styles.sortMenu}>
        <span className="visually-hidden">{registerTexts.sorted}</span>
        {COLUMN_TITLES[sort.column]}
        <Arrow size="0.8125rem" aria-hidden="true" />
      </Button>
      <Menu
        aria-label={registerTexts.sortBy}
        selectionMode="single"
        selectedKeys={[sort.column]}
        onAction={(column) => sortAloud(view, column as ColumnId)}
      >
        {columns.filter(isSortable).map((column) => (
          <MenuItem key={column} id={column}>
            {COLUMN_TITLES[column]}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
