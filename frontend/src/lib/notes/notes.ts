import { useQuery } from '@tanstack/react-query';
import type { StepName } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { lists } from '@/lib/lists/lists';
import { showAhead } from '@/lib/lists/showAhead';

/** The first part is a table: a pushed event that names it loads the list again. */
const NOTES_KEY = ['notes', 'all'] as const;

/** All notes of the open budget by the id of what they are about. */
export function useNotes() {
  return useQuery({ queryKey: NOTES_KEY, queryFn: () => send('notes-get', {}) }, lists);
}

/** Saves a note and shows it at once; a refused one is taken back with the list. */
export function saveNote(id: string, note: string, named: StepName): Promise<unknown> {
  const write = send('notes-save', { id, note }, { step: named });
  return showAhead<Record<string, string>, unknown>(NOTES_KEY, write, (notes) => ({
    ...notes,
    [id]: note,
  }));
}

export interface KnownNote {
  /** Null while loading: an editor must not overwrite a note it has not seen. */
  note: string | null;
  /** Retries a failed load. */
  onRetry: (() => void) | undefined;
}

/** The note about one thing. */
export function useNote(id: string): KnownNote {
  const { data, isError, refetch } = useNotes();
  const note = data ? (data[id] ?? '') : null;
  return { note, onRetry: isError && !data ? () => void refetch() : undefined };
}
