import { useSearchParams } from 'react-router';
import type { ComparedTo } from '@/generated/contract';
import { compareTexts } from '@/texts/compare';

export const WAYS = Object.keys(compareTexts.ways) as ComparedTo[];
export const NONE = 'none';

/** The chosen comparison of a screen. The address keeps it, so Back restores it. */
export function useCompareChoice(
  ways: readonly ComparedTo[] = WAYS,
): [ComparedTo | null, (id: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (id: string) =>
    setSearch(
      (params) => {
        if (id === NONE) params.delete('compare');
        else params.set('compare', id);
        return params;
      },
      { replace: true },
    );
  return [ways.find((id) => id === search.get('compare')) ?? null, choose];
}
