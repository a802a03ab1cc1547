import type { QueryKey } from '@tanstack/react-query';
import { lists } from './lists';

/** Shows a list as a write will leave it; the backend's own comes back if the write fails. */
export function showAhead<List, Result>(
  queryKey: QueryKey,
  write: Promise<Result>,
  change: (list: List) => List,
): Promise<Result> {
  lists.setQueryData<List>(queryKey, (list) => list && change(list));
  write.catch(() => lists.invalidateQueries({ queryKey }));
  return write;
}
