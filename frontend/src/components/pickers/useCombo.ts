import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { announce } from '@/lib/announce/announce';
import { tell } from '@/lib/notices/tell';
import { pickersTexts } from '@/texts/pickers';
import {
  type CommitHow,
  commitByKey,
  commitKey,
  type FieldProps,
  isLeft,
  type Settled,
} from './field';
import { NO_SUGGESTIONS, type Suggestions, type SuggestOption } from './suggestions';

export interface ComboProps extends FieldProps<string | null> {
  /** The value in words. */
  shown: string;
  /** What to offer for a text; null while nothing is typed. Asked only while it is needed. */
  suggest: (typed: string | null) => Suggestions;
  /** Emptying the field and leaving it means no value. */
  isClearable?: boolean;
}

/** Where an arrow key goes among the options. */
type Step = 1 | -1 | 'first' | 'last';

/** The place it comes to; before the first is the last. */
function stepFrom(now: number, step: Step): number {
  if (step === 'first') return 0;
  if (step === 'last') return -1;
  if (now < 0) return step === 1 ? 0 : -1;
  return now + step;
}

/** With Ctrl or Cmd an arrow key goes all the way. */
function stepOf(event: KeyboardEvent): Step {
  const isDown = event.key === 'ArrowDown';
  if (event.metaKey || event.ctrlKey) return isDown ? 'last' : 'first';
  return isDown ? 1 : -1;
}

/** The typed text, its suggestions and the highlighted option. */
function useOffer({ suggest, value, startText, startOpen }: ComboProps) {
  const [typed, setTyped] = useState<string | null>(startText ?? null);
  const [isOpen, setOpen] = useState(startText !== undefined || startOpen === true);
  const [reached, setReached] = useState<string | null>(startOpen ? value : null);

  const isAsked = isOpen || typed !== null;
  const offered = useMemo(
    () => (isAsked ? suggest(typed) : NO_SUGGESTIONS),
    [isAsked, suggest, typed],
  );
  const options = useMemo(
    () => offered.sections.flatMap((section) => section.options),
    [offered.sections],
  );
  const found = options.find(({ id }) => id === reached) ?? null;
  const highlighted = isOpen ? (found ?? offered.best) : null;
  return {
    typed,
    isOpen,
    isUntouched: typed === null && reached === null,
    offered,
    highlighted,
    /** The option that the field is left with, also when the list is closed. */
    chosen: found ?? (typed === null ? null : offered.best),
    type: (text: string) => {
      setTyped(text);
      setReached(null);
      setOpen(true);
    },
    move: (step: Step) => {
      // A closed field has not asked yet.
      const all = isAsked ? options : suggest(typed).sections.flatMap((section) => section.options);
      const ids = all.map(({ id }) => id);
      const next = stepFrom(ids.indexOf(highlighted?.id ?? ''), step);
      setOpen(true);
      setReached(ids.at(next % ids.length) ?? null);
    },
    openAtValue: () => {
      setOpen(true);
      setReached(typed === null ? value : null);
    },
    close: () => setOpen(false),
    reset: () => {
      setTyped(null);
      setOpen(false);
      setReached(null);
    },
  };
}

/** Why a typed text is no value, and what the field keeps. */
function refusal(typed: string, kept: string, hasMatches: boolean): string {
  if (!hasMatches) return kept ? pickersTexts.noMatchKept(kept) : pickersTexts.noMatchFor(typed);
  return kept ? pickersTexts.pickMatchKept(typed, kept) : pickersTexts.pickMatch(typed);
}

/** Makes a value of the option that was chosen, or keeps the old one and says so. */
function useSettling(props: ComboProps, offer: ReturnType<typeof useOffer>) {
  const { label, shown, value, onChange } = props;
  const { typed, chosen, offered } = offer;
  // A key settled the field already, so the loss of focus that may follow says nothing new.
  const isDone = useRef(false);
  /** Takes an option; undefined when it acts instead of being a value. */
  const take = (option: SuggestOption): string | undefined => {
    offer.reset();
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
    if (chosen) {
      const taken = take(chosen);
      return taken === undefined ? undefined : { value: taken, kept: false };
    }
    const hasMatches = offered.sections.some(({ options }) => options.length > 0);
    offer.reset();
    if (typed === null) return { value, kept: false };
    if (typed.trim() !== '') {
      tell(refusal(typed.trim(), shown, hasMatches));
      props.onRefused?.();
      return { value, kept: true };
    }
    if (!props.isClearable || value === null) return { value, kept: false };
    announce(pickersTexts.cleared(label));
    onChange(null);
    return { value: null, kept: false };
  };
  return { isDone, take, settle };
}

/**
 * The state and keys of a field that suggests. It takes only what is visibly highlighted: an
 * option reached with the arrow keys or the single option that the text clearly means. Leaving
 * with anything else keeps the old value and says so.
 */
export function useCombo(props: ComboProps) {
  const { shown, onCommit, onCancel } = props;
  const offer = useOffer(props);
  const { typed, isOpen } = offer;
  const { isDone, take, settle } = useSettling(props, offer);

  const isEntered = useRef(false);
  const openAtValue = () => {
    isDone.current = false;
    offer.openAtValue();
  };
  const leave = (event: KeyboardEvent, how: CommitHow) => {
    const isSubmit = offer.isUntouched && !onCommit;
    if (isSubmit) return;
    const result = settle();
    if (result === undefined) return event.preventDefault();
    isDone.current = true;
    commitByKey(event, how, result, onCommit);
    // Without an owner's answer, Enter that took an option must not submit the form too.
    if (event.key === 'Enter') event.preventDefault();
  };
  const revert = (event: KeyboardEvent) => {
    const isPristine = typed === null && !isOpen;
    if (isPristine && !onCancel) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isPristine) return offer.reset();
    isDone.current = true;
    onCancel?.();
  };
  const move = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isOpen) return openAtValue();
    if (event.altKey && event.key === 'ArrowUp') return offer.close();
    isDone.current = false;
    offer.move(stepOf(event));
  };
  return {
    text: typed ?? shown,
    typed,
    isOpen: isOpen && !props.isDisabled,
    offered: offer.offered,
    highlighted: offer.highlighted,
    onKeyDown: (event: KeyboardEvent) => {
      const how = commitKey(event);
      if (how) leave(event, how);
      else if (event.key === 'Escape') revert(event);
      else if (event.key === 'Enter' && event.altKey) settle();
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event);
    },
    onBlur: (event: FocusEvent) => {
      if (isDone.current || !isLeft(event.currentTarget)) return;
      const result = settle();
      if (result) onCommit?.('blur', result.value, result.kept);
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      isDone.current = false;
      isEntered.current = true;
      if (typed === null) event.currentTarget.select();
    },
    onType: (text: string) => {
      isDone.current = false;
      offer.type(text);
    },
    onPress: () => !isOpen && openAtValue(),
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const isSelected = value !== '' && selectionStart === 0 && selectionEnd === value.length;
      if (!isEntered.current || typed !== null || !isSelected) return;
      // The browser takes a selection that is pressed on away after the click.
      if (!isLeft(event.currentTarget)) event.preventDefault();
    },
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      // The press that entered the field took the selection away again.
      if (isEntered.current && typed === null) event.currentTarget.select();
      isEntered.current = false;
      if (!isOpen) openAtValue();
    },
    onChoose: (option: SuggestOption) => void take(option),
    close: offer.close,
  };
}
