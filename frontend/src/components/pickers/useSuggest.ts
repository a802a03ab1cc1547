import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { announce } from '@/lib/announce/announce';
import { tell } from '@/lib/notices/tell';
import {
  type CommitHow,
  commitByKey,
  commitKey,
  type FieldProps,
  isLeft,
  type Settled,
} from './field';
import { NO_SUGGESTIONS, type Suggestions, type SuggestOption } from './suggestions';

export interface SuggestProps extends FieldProps<string | null> {
  /** The value in words. */
  shown: string;
  /** What to offer for a text; null while nothing is typed. Asked only while it is needed. */
  suggest: (typed: string | null) => Suggestions;
  /** Emptying the field and leaving it means no value. */
  isClearable?: boolean;
}

/**
 * The state and keys of a field that suggests. It takes only what is visibly highlighted: an
 * option reached with the arrow keys or the single option that the text clearly means. Leaving
 * with anything else keeps the old value and says so (ui-brief 1.2 and 7.3).
 */
export function useSuggest(props: SuggestProps) {
  const { label, shown, suggest, value, onChange, onCommit } = props;
  const [typed, setTyped] = useState<string | null>(props.startText ?? null);
  const [isOpen, setOpen] = useState(props.startText !== undefined || props.startOpen === true);
  const [reached, setReached] = useState<string | null>(props.startOpen ? value : null);
  // A key settled the field already, so the loss of focus that may follow says nothing new.
  const isDone = useRef(false);

  const isAsked = isOpen || typed !== null;
  const offered = useMemo(
    () => (isAsked ? suggest(typed) : NO_SUGGESTIONS),
    [isAsked, suggest, typed],
  );
  const options = useMemo(
    () => offered.sections.flatMap((section) => section.options),
    [offered.sections],
  );
  const find = (id: string | null) => options.find((option) => option.id === id) ?? null;
  const highlighted = isOpen ? (find(reached) ?? offered.best) : null;

  const reset = () => {
    setTyped(null);
    setOpen(false);
    setReached(null);
  };
  /** Takes an option; undefined when it acts instead of being a value. */
  const take = (option: SuggestOption): string | undefined => {
    reset();
    if (option.act) {
      isDone.current = true;
      option.act();
      return undefined;
    }
    if (option.id !== value) onChange(option.id);
    return option.id;
  };
  /** The value the field is left with; undefined when something else was done. */
  const settle = (): Settled<string | null> | undefined => {
    const chosen = find(reached) ?? (typed === null ? null : offered.best);
    if (chosen) {
      const taken = take(chosen);
      return taken === undefined ? undefined : { value: taken, kept: false };
    }
    reset();
    if (typed === null) return { value, kept: false };
    if (typed.trim() !== '')
      tell(shown ? `No match, kept ${shown}` : `No match for “${typed.trim()}”`);
    else if (props.isClearable && value !== null) {
      announce(`${label} cleared`);
      onChange(null);
      return { value: null, kept: false };
    }
    return { value, kept: typed.trim() !== '' };
  };

  const move = (step: 1 | -1 | 'first' | 'last') => {
    const ids = options.map(({ id }) => id);
    const now = ids.indexOf(highlighted?.id ?? '');
    isDone.current = false;
    setOpen(true);
    if (step === 'first' || step === 'last') setReached(ids.at(step === 'first' ? 0 : -1) ?? null);
    else if (now < 0) setReached(ids.at(step === 1 ? 0 : -1) ?? null);
    else setReached(ids.at((now + step) % ids.length) ?? null);
  };
  const openAtValue = () => {
    isDone.current = false;
    setOpen(true);
    setReached(typed === null ? value : null);
  };
  const leave = (event: KeyboardEvent, how: CommitHow) => {
    const isSubmit = typed === null && reached === null && !onCommit;
    if (isSubmit) return;
    const result = settle();
    if (result === undefined) event.preventDefault();
    else {
      isDone.current = true;
      commitByKey(event, how, result, onCommit);
      // Without an owner's answer, Enter that took an option must not submit the form too.
      if (event.key === 'Enter') event.preventDefault();
    }
  };
  const takeBack = (event: KeyboardEvent) => {
    const isPristine = typed === null && !isOpen;
    if (isPristine && !props.onCancel) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isPristine) return reset();
    isDone.current = true;
    props.onCancel?.();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const how = commitKey(event);
    if (how) return leave(event, how);
    if (event.key === 'Escape') return takeBack(event);
    if (event.key === 'Enter' && event.altKey) return void settle();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isOpen) openAtValue();
    else if (event.altKey && event.key === 'ArrowUp') setOpen(false);
    else if (event.metaKey || event.ctrlKey) move(event.key === 'ArrowDown' ? 'last' : 'first');
    else move(event.key === 'ArrowDown' ? 1 : -1);
  };
  const onBlur = (event: FocusEvent) => {
    if (isDone.current || !isLeft(event.currentTarget)) return;
    const result = settle();
    if (result) onCommit?.('blur', result.value, result.kept);
  };
  return {
    text: typed ?? shown,
    typed,
    isOpen: isOpen && !props.isDisabled,
    offered,
    highlighted,
    onKeyDown,
    onBlur,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      isDone.current = false;
      if (typed === null) event.currentTarget.select();
    },
    onType: (text: string) => {
      isDone.current = false;
      setTyped(text);
      setReached(null);
      setOpen(true);
    },
    onPress: () => !isOpen && openAtValue(),
    onChoose: (option: SuggestOption) => void take(option),
    close: () => setOpen(false),
  };
}
