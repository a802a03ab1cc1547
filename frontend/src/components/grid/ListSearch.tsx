import type { RefObject } from 'react';
import { SearchField } from '@/components/SearchField';
import styles from './listPage.module.css';

interface ListSearchProps {
  label: string;
  /** The name of the cross that empties the field. */
  clearLabel: string;
  value: string;
  onChange: (text: string) => void;
  /** The list that the text narrows. */
  grid: { refocus: () => void };
  input: RefObject<HTMLInputElement | null>;
}

/** Narrows a list: Enter and the arrow down lead to its rows, Escape shows them all. */
export function ListSearch({ value, onChange, grid, ...rest }: ListSearchProps) {
  return (
    <SearchField
      {...rest}
      className={styles.search}
      value={value}
      onChange={onChange}
      onClear={() => onChange('')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('');
        else if (event.key === 'ArrowDown' || event.key === 'Enter') grid.refocus();
        else return;
        event.preventDefault();
      }}
    />
  );
}
