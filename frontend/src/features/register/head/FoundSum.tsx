import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Skeleton } from '@/components/Skeleton';
import { fetchSum } from '@/domain/transactions/api';
import type { EntrySource } from '@/domain/transactions/entrySource';
import { announce } from '@/lib/announce/announce';
import { lists } from '@/lib/lists/lists';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { registerTexts } from '@/texts/register';
import styles from './head.module.css';

interface FoundSumProps {
  source: EntrySource;
  /** Another list is on its way. */
  isBehind: boolean;
}

/** The transactions behind a figure: their sum and how many there are, parts of splits by themselves. */
export function FoundSum({ source: { filters, readsThrough }, isBehind }: FoundSumProps) {
  const { format } = useAmountFormat();
  const { data } = useQuery(
    // A change of the key's first table or of those in `meta` reads it again.
    {
      queryKey: ['transactions', 'sum', filters],
      meta: { tables: readsThrough },
      queryFn: () => fetchSum(filters),
      gcTime: 0,
    },
    lists,
  );
  const found = isBehind ? undefined : data;
  const words = found ? registerTexts.foundSum(format(found.sum), found.count) : '';
  const isThere = words !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits of what was found say nothing.
  useEffect(() => {
    if (isThere) announce(words);
  }, [filters, isThere]);
  if (!isThere) return <Skeleton width={160} />;
  return (
    <>
      <span className={styles.found}>{registerTexts.foundCount(found?.count ?? 0)}</span>{' '}
      <strong className={styles.large} data-negative={(found?.sum ?? 0) < 0 || undefined}>
        {format(found?.sum ?? 0)}
      </strong>
    </>
  );
}
