import { useEffect, useState } from 'react';
import { Skeleton } from '@/components/Skeleton';
import { findEnd } from '@/domain/transactions/entrySource';
import { testsEachRow } from '@/domain/transactions/query';
import { announce } from '@/lib/announce/announce';
import { registerTexts } from '@/texts/register';
import type { RegisterList } from '../model/registerList';
import { useStatus, useVersion } from '../useRegisterList';
import styles from './head.module.css';

/** A list that stays for so long is one that is read, and not on the way to what is searched for. */
const IDLE_MS = 300;

/** How many transactions a search or filter found; said aloud whenever that is another list. */
export function FoundCount({ list, isBehind }: { list: RegisterList; isBehind: boolean }) {
  useVersion(list);
  const status = useStatus(list);
  const isReady = status === 'ready' && !isBehind;
  const { count, isNear, isSettled } = useCount(list, isReady);
  const words = isNear ? registerTexts.foundNearly(count) : registerTexts.found(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: edits of what was found say nothing.
  useEffect(() => {
    if (isSettled) announce(words);
  }, [list, isSettled]);
  // What failed says so itself, and nothing is on its way.
  if (status === 'failed' && !isBehind) return null;
  if (!isReady) return <Skeleton width={120} />;
  return <span className={styles.found}>{words}</span>;
}

/** The end of a list; its total is null where it could not be found. */
interface End {
  list: RegisterList;
  /** The near count that it belongs to. */
  near: number;
  total: number | null;
}

/**
 * The count of a list. Where parts of splits are tested too the list's own is only near until all of
 * it is loaded; then its end is looked for.
 */
function useCount(list: RegisterList, isReady: boolean) {
  const near = list.entryCount;
  const isOpen = !list.isComplete && testsEachRow(list.filters);
  const [end, setEnd] = useState<End | null>(null);
  useEffect(() => {
    if (!isReady || !isOpen) return;
    let isWanted = true;
    const take = (total: number | null) => {
      if (isWanted) setEnd({ list, near, total });
    };
    const find = () => findEnd(list.source, near).then(take, () => take(null));
    const timer = setTimeout(() => void find(), IDLE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [list, near, isReady, isOpen]);
  const found = end?.list === list && end.near === near ? end : null;
  if (!isOpen) return { count: near, isNear: false, isSettled: isReady };
  const total = found?.total ?? null;
  return {
    count: total ?? near,
    isNear: total === null,
    isSettled: isReady && found !== null,
  };
}
