import { useEffect } from 'react';
import { Skeleton } from '@/components/Skeleton';
import { testsEachRow } from '@/domain/transactions/query';
import { announce } from '@/lib/announce/announce';
import { registerTexts } from '@/texts/register';
import type { RegisterList } from '../model/registerList';
import { useStatus, useVersion } from '../useRegisterList';
import styles from './head.module.css';

/** How many transactions a search or filter found; said aloud whenever that is another list. */
export function FoundCount({ list, isBehind }: { list: RegisterList; isBehind: boolean }) {
  useVersion(list);
  const status = useStatus(list);
  const isReady = status === 'ready' && !isBehind;
  const words = foundWords(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits of what was found say nothing.
  useEffect(() => {
    if (isReady) announce(words);
  }, [list, isReady]);
  // What failed says so itself, and nothing is on its way.
  if (status === 'failed' && !isBehind) return null;
  if (!isReady) return <Skeleton width={120} />;
  return <span className={styles.found}>{words}</span>;
}

/** Where parts of splits are tested too the count is only near until all of it is loaded. */
function foundWords(list: RegisterList): string {
  const count = list.entryCount;
  const isNear = !list.isComplete && testsEachRow(list.filters);
  return isNear ? registerTexts.foundNearly(count) : registerTexts.found(count);
}
