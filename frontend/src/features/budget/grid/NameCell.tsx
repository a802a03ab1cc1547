import { ChevronRight, Ellipsis, EyeOff, StickyNote } from 'lucide-react';
import { memo } from 'react';
import type { Month } from '@/generated/contract';
import { monthSheet } from '@/lib/sheet/names';
import { useCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { carryoverCell } from '../model/cells';
import { NAME_COLUMN } from '../model/columns';
import type { CategoryRow, GroupRow } from '../model/rows';
import styles from './cells.module.css';

interface NameCellProps {
  row: GroupRow | CategoryRow;
  hasNote: boolean;
  /** The first month shown; the cell's label includes its carryover flag. */
  month: Month;
  isFocused: boolean;
}

/** The name of a row with its note and menu; group names also open and close. */
export const NameCell = memo(function NameCell(props: NameCellProps) {
  return props.row.kind === 'group' ? (
    <Name {...props} rolls={false} />
  ) : (
    <CategoryName {...props} />
  );
});

/** Only categories have a carryover flag to listen to. */
function CategoryName(props: NameCellProps) {
  const rolls = useCell(monthSheet(props.month), carryoverCell(props.row.id)) === true;
  return <Name {...props} rolls={rolls} />;
}

function Name({ row, hasNote, isFocused, rolls }: NameCellProps & { rolls: boolean }) {
  const words = [
    row.name,
    hasNote && budgetTexts.hasNote,
    rolls && budgetTexts.rollsOverspendingOver,
    row.hidden && 'hidden',
  ];
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-label={words.filter(Boolean).join(', ')}
      tabIndex={isFocused ? 0 : -1}
      data-col={NAME_COLUMN}
      data-hidden={row.hidden || undefined}
      className={styles.name}
    >
      {row.kind === 'group' && (
        <button
          type="button"
          tabIndex={-1}
          data-action={row.collapsed ? 'expand' : 'collapse'}
          aria-label={`${row.collapsed ? budgetTexts.expand : budgetTexts.collapse} ${row.name}`}
          className={styles.toggle}
        >
          <ChevronRight size="1rem" aria-hidden="true" data-open={!row.collapsed || undefined} />
        </button>
      )}
      <span className={styles.nameText} title={row.name}>
        {row.name}
      </span>
      {row.hidden && <EyeOff size="0.875rem" aria-hidden="true" className={styles.mark} />}
      <button
        type="button"
        tabIndex={-1}
        data-action="note"
        data-present={hasNote || undefined}
        aria-label={budgetTexts.noteFor(row.name)}
        className={styles.rowButton}
      >
        <StickyNote size="0.875rem" aria-hidden="true" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        data-action="row-menu"
        aria-label={budgetTexts.actionsOf(row.name)}
        className={styles.rowButton}
      >
        <Ellipsis size="1rem" aria-hidden="true" />
      </button>
    </div>
  );
}
