import { ChevronRight, Ellipsis, EyeOff, type LucideIcon, Plus, StickyNote } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Month } from '@/generated/contract';
import { monthSheet } from '@/lib/sheet/names';
import { useCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import { carryoverCell } from '../model/cells';
import { NAME_COLUMN } from '../model/columns';
import type { CategoryRow, GroupRow } from '../model/rows';
import styles from './cells.module.css';
import { SpentBar } from './SpentBar';

interface NameCellProps {
  row: GroupRow | CategoryRow;
  hasNote: boolean;
  /** The first month shown; the cell's label includes its carryover flag. */
  month: Month;
  isFocused: boolean;
  /** A group without categories offers the first one. */
  isEmpty: boolean;
}

/** The name of a row with its note and menu; group names also open and close. */
export const NameCell = memo(function NameCell(props: NameCellProps) {
  return props.row.kind === 'group' ? (
    <Name {...props} rolls={false} />
  ) : (
    <CategoryName {...props} />
  );
});

/** Only categories have a carryover flag to listen to, and envelopes a share that is spent. */
function CategoryName(props: NameCellProps) {
  const { row, month } = props;
  const sheet = monthSheet(month);
  const rolls = useCell(sheet, carryoverCell(row.id)) === true;
  return (
    <Name {...props} rolls={rolls}>
      {!row.income && <SpentBar sheet={sheet} categoryId={row.id} />}
    </Name>
  );
}

interface NameProps extends NameCellProps {
  rolls: boolean;
  children?: ReactNode;
}

function Name({ row, hasNote, isFocused, isEmpty, rolls, children }: NameProps) {
  const words = [
    row.name,
    hasNote && budgetTexts.hasNote,
    rolls && budgetTexts.rollsOverspendingOver,
    row.hidden && budgetTexts.isHidden,
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
      {children}
      {row.hidden && <EyeOff size="0.875rem" aria-hidden="true" className={styles.mark} />}
      <RowButton
        data-action="note"
        label={budgetTexts.noteFor(row.name)}
        icon={StickyNote}
        size="0.875rem"
        data-present={hasNote || undefined}
      />
      {row.kind === 'group' && (
        <RowButton
          data-action="add-category"
          label={budgetTexts.addCategoryTo(row.name)}
          icon={Plus}
          data-always={isEmpty || undefined}
        />
      )}
      <RowButton data-action="row-menu" label={budgetTexts.actionsOf(row.name)} icon={Ellipsis} />
    </div>
  );
}

interface RowButtonProps {
  label: string;
  icon: LucideIcon;
  size?: string;
  'data-action': string;
  'data-present'?: true;
  'data-always'?: true;
}

function RowButton({ label, icon: Icon, size = '1rem', ...data }: RowButtonProps) {
  return (
    <button type="button" tabIndex={-1} {...data} aria-label={label} className={styles.rowButton}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}
