import { type KeyboardEvent, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { draftFrom } from '@/components/conditions/conditions';
import { type ConditionWords, conditionWords } from '@/components/conditions/words';
import { RemovableChip } from '@/components/RemovableChip';
import { useLookups } from '@/domain/transactions/useTransactionData';
import {
  type AppliedFilter,
  clearFilters,
  removeFilter,
  useRegisterView,
  useViewStore,
} from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { filtersTexts } from '@/texts/filters';
import { FilterEditor } from './FilterEditor';
import styles from './filters.module.css';
import { SavedFilterButton } from './SavedFilterButton';

/** The filters in force; each can be edited or removed. Nothing while there is none. */
export function FilterChips() {
  const view = useViewStore();
  const filters = useRegisterView((state) => state.filters);
  const lookups = useLookups();
  const amounts = useAmountFormat();
  const dateFormat = usePref('dateFormat');
  if (filters.length === 0) return null;
  return (
    <Toolbar aria-label={filtersTexts.filters} className={styles.chips ?? ''}>
      {filters.map((filter) => (
        <Chip
          key={filter.id}
          filter={filter}
          words={
            filter.condition && conditionWords(filter.condition, { lookups, amounts, dateFormat })
          }
        />
      ))}
      <button type="button" className={styles.clear} onClick={() => clearFilters(view)}>
        {filtersTexts.clearAll}
      </button>
      <SavedFilterButton />
    </Toolbar>
  );
}

interface ChipProps {
  filter: AppliedFilter;
  /** Null for a filter that has only a name. */
  words: ConditionWords | null;
}

function Chip({ filter, words }: ChipProps) {
  const view = useViewStore();
  const [isEditing, setEditing] = useState(false);
  const dateFormat = usePref('dateFormat');
  const chip = useRef<HTMLDivElement>(null);
  const field = words?.field ?? filter.name ?? '';
  const remove = () => {
    // The neighbour takes the focus over, so that the keyboard keeps its place.
    const next = chip.current?.nextElementSibling ?? chip.current?.previousElementSibling;
    const target = next?.matches('button') ? next : next?.querySelector('button');
    (target as HTMLElement | null)?.focus();
    removeFilter(view, filter.id);
    announce(filtersTexts.filterRemoved(field));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Delete') remove();
  };
  return (
    <div ref={chip} role="none" className={styles.chip} onKeyDown={onKeyDown}>
      <RemovableChip removeLabel={filtersTexts.removeFilter(field)} onRemove={remove}>
        {words ? (
          <button
            type="button"
            className={styles.chipText}
            aria-label={filtersTexts.edit(words.field, words.op, words.value)}
            aria-haspopup="dialog"
            onClick={() => setEditing(true)}
          >
            <strong>{words.field}</strong> {words.op} <em>{words.value}</em>
          </button>
        ) : (
          <span className={styles.chipText}>{filter.name}</span>
        )}
      </RemovableChip>
      {isEditing && filter.condition && (
        <FilterEditor
          anchor={chip}
          draft={draftFrom(filter.condition, dateFormat)}
          replaced={filter.id}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
