import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SearchField } from '@/components/SearchField';
import { setSearch, useRegisterView, useViewStore } from '@/domain/transactions/view';
import { labelOf } from '@/lib/actions/actions';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { filtersTexts } from '@/texts/filters';
import { search as searching } from './actions/narrow';
import styles from './filters.module.css';
import { searchExpression } from './search';
import type { NarrowParts } from './useNarrowParts';

/** A search waits for a pause in typing. */
export const SEARCH_MS = 150;

/** Finds transactions by payee, notes, category, account, day or amount. */
export function SearchBox({ parts }: { parts: NarrowParts }) {
  const { search: input } = parts;
  const { shown, type, commit } = useSearch();
  const words = labelOf(searching, parts);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit(shown);
    else if (event.key === 'Escape' && shown !== '') commit('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <SearchField
      label={words}
      clearLabel={filtersTexts.clearSearch}
      shortcuts={searching.keys?.join(' ')}
      className={styles.search}
      value={shown}
      onChange={type}
      onClear={() => commit('')}
      onKeyDown={onKeyDown}
      input={input}
    />
  );
}

/** The text of the search: `type` searches after a pause, `commit` at once. */
function useSearch() {
  const view = useViewStore();
  const search = useRegisterView((state) => state.search);
  const numberFormat = usePref('numberFormat');
  const dateFormat = usePref('dateFormat');
  const today = useToday();
  // Typed text that is not applied yet.
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    setTyped(null);
    setSearch(view, text, searchExpression(text, { numberFormat, dateFormat, today }));
  };
  const type = (text: string) => {
    clearTimeout(timer.current);
    setTyped(text);
    timer.current = setTimeout(() => commit(text), SEARCH_MS);
  };
  return { shown: typed ?? search, type, commit };
}
