import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { setSearch, useRegisterView, useViewStore } from '@/domain/transactions/view';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';
import { filtersTexts } from '@/texts/filters';
import styles from './filters.module.css';
import { searchExpression } from './search';

/** A search waits for a pause in typing. */
export const SEARCH_MS = 150;

/** Finds transactions by payee, notes, category, account, day or amount. The key is `/`. */
export function SearchBox() {
  const { shown, type, commit } = useSearch();
  const input = useRef<HTMLInputElement>(null);
  useSearchKeys(() => {
    input.current?.focus();
    input.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit(shown);
    else if (event.key === 'Escape' && shown !== '') commit('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.search} data-filled={shown !== '' || undefined}>
      <Search size="1rem" aria-hidden="true" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={filtersTexts.search}
        aria-keyshortcuts="/"
        placeholder={filtersTexts.search}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {shown !== '' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={filtersTexts.clearSearch}
          className={styles.searchClear}
          onClick={() => {
            commit('');
            input.current?.focus();
          }}
        >
          <X size="0.875rem" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The text of the search: `type` searches after a pause, `commit` at once. */
function useSearch() {
  const view = useViewStore();
  const search = useRegisterView((state) => state.search);
  const numberFormat = usePref('numberFormat');
  const dateFormat = usePref('dateFormat');
  const today = useToday();
  // What is typed and not yet searched for.
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

/** The keys that lead to the search. */
function useSearchKeys(focus: () => void): void {
  useShortcuts([
    {
      id: 'register-search',
      scope: 'global',
      keys: ['/'],
      label: filtersTexts.searchTransactions,
      run: focus,
    },
    {
      id: 'register-find',
      scope: 'register',
      keys: ['Mod+F'],
      label: filtersTexts.searchHelp,
      keyOnly: true,
      // Drawn rows are a few of all: the browser's own search is offered by a second press.
      run: ({ target }) =>
        target instanceof Element && target.closest('[role=grid]') ? focus() : false,
    },
  ]);
}
