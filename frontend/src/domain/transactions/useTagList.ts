import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { commitKey } from '@/components/pickers/field';
import type { Suggestions } from '@/components/pickers/suggestions';
import { lists } from '@/lib/lists/lists';
import { fetchTags } from './api';
import { tagAt, tagsLike, withTag } from './tags';

/** Tags older than this are fetched again when a note is typed. */
const TAGS_MS = 60_000;

interface Notes {
  /** The typed text; null while nothing is typed. */
  text: string | null;
  input: RefObject<HTMLInputElement | null>;
  write: (text: string) => void;
}

/**
 * The tags used before, while one is typed. They are an offer: only one that was reached with the
 * arrow keys or pressed is taken, so that a new tag can begin like an old one.
 */
export function useTagList({ text, input, write }: Notes) {
  const [caret, setCaret] = useState(0);
  const [reached, setReached] = useState<string | null>(null);
  /** The tag whose list was closed by Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const caretTo = useRef<number | null>(null);
  const part = text === null ? null : tagAt(text, caret);
  const asked = { queryKey: ['tags'], queryFn: fetchTags, staleTime: TAGS_MS };
  const { data: tags } = useQuery({ ...asked, enabled: part !== null }, lists);
  const offered = part && part.from !== closedAt ? tagsLike(tags ?? [], part) : [];
  const options = offered.map((id) => ({ id, name: `#${id}` }));
  const suggestions: Suggestions = { sections: [{ id: 'tags', name: '', options }], best: null };
  const highlighted = reached !== null && offered.includes(reached) ? reached : null;

  // Before the next letter is typed, wherever the browser left the caret.
  useLayoutEffect(() => {
    const at = caretTo.current;
    caretTo.current = null;
    if (at !== null) input.current?.setSelectionRange(at, at);
  });
  const take = (tag: string) => {
    if (!part || text === null) return;
    const next = withTag(text, part, tag);
    write(next.text);
    setReached(null);
    setCaret(next.caret);
    caretTo.current = next.caret;
  };
  const move = (step: 1 | -1) => {
    const now = offered.indexOf(highlighted ?? '');
    setReached(offered.at(now < 0 && step === -1 ? -1 : (now + step) % offered.length) ?? null);
  };
  /** True when the key was one of the list's. */
  const press = (event: KeyboardEvent): boolean => {
    if (offered.length === 0 || !part) return false;
    const how = commitKey(event);
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') setClosedAt(part.from);
    else if ((how === 'enter' || how === 'tab') && highlighted !== null) take(highlighted);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    isOpen: offered.length > 0,
    suggestions,
    highlighted,
    typed: part?.start ?? '',
    press,
    take,
    close: () => setClosedAt(part?.from ?? null),
    noteCaret: () => {
      setCaret(input.current?.selectionStart ?? 0);
      if (!part) setClosedAt(null);
    },
  };
}
