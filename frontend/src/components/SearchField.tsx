import { Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  label: string;
  /** The name of the cross that empties the field. */
  clearLabel: string;
  value: string;
  onChange: (text: string) => void;
  onClear: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  input: RefObject<HTMLInputElement | null>;
  /** The keys that lead here. */
  shortcuts?: string | undefined;
  className?: string | undefined;
}

/** A field to search with: its label stands in it, and a cross empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, onClear, onKeyDown, input } = props;
  return (
    <div
      className={[styles.search, props.className].filter(Boolean).join(' ')}
      data-filled={value !== '' || undefined}
    >
      <Search size="1rem" aria-hidden="true" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={label}
        aria-keyshortcuts={props.shortcuts}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={clearLabel}
          className={styles.clear}
          onClick={() => {
            onClear();
            input.current?.focus();
          }}
        >
          <X size="0.875rem" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
