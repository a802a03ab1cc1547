import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PreviewRow } from '@/generated/contract';
import { newId } from '@/lib/ids/newId';
import { useRested } from '@/lib/react/useRested';
import { ONCE, previewRows } from './api';
import { isCovered, type PlacedRow, rowsOf } from './model/rows';

interface Taken {
  /** The account that the rows go into; null if it is not chosen. */
  accountId: string | null;
  rows: readonly PlacedRow[];
  taken: ReadonlySet<string>;
  isCleared: boolean;
}

/**
 * What happens to the rows that are taken, by their ids. Taking rows in or out asks again only if
 * that can change what happens to others.
 */
export function usePreview(now: Taken) {
  const { accountId, rows, taken, isCleared } = now;
  const [id] = useState(newId);
  const [asked, setAsked] = useState({ ...now, turn: 0 });
  const ask = () => setAsked({ ...now, turn: asked.turn + 1 });
  const isOutdated =
    asked.accountId !== accountId || asked.rows !== rows || asked.isCleared !== isCleared;
  if (isOutdated) ask();
  const preview = useQuery({
    ...ONCE,
    queryKey: [id, asked.turn],
    queryFn: () => previewOf(asked),
    enabled: asked.accountId !== null && asked.taken.size > 0,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isFetching } = preview;
  const isKnown = useMemo(() => {
    if (accountId === null || taken.size === 0) return true;
    return data !== undefined && !isPlaceholderData && isCovered(taken, asked.taken, data);
  }, [accountId, taken, asked, data, isPlaceholderData]);
  const isRested = useRested(taken) === taken;
  useEffect(() => {
    if (!isKnown && !isFetching && isRested && asked.taken !== taken) ask();
  });
  return { previewed: data ?? null, error: preview.error, isKnown };
}

async function previewOf({ accountId, rows, taken, isCleared }: Taken) {
  const asked = rowsOf(rows, taken);
  const of = { accountId: accountId ?? '', rows: asked.map(({ file }) => file), isCleared };
  const previewed = await previewRows(of);
  const known = asked.flatMap(({ id }, at) => {
    const row = previewed[at];
    return row ? [[id, row] as const] : [];
  });
  return new Map<string, PreviewRow>(known);
}
