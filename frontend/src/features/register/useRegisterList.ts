import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { entrySource, writtenEntries } from '@/domain/transactions/api';
import { type EntrySource, prepareFar } from '@/domain/transactions/entrySource';
import { viewFilter } from '@/domain/transactions/query';
import type { Sort } from '@/domain/transactions/sort';
import type { Entry } from '@/domain/transactions/transaction';
import { hasBalances, narrowing, useRegisterView, type ViewId } from '@/domain/transactions/view';
import { getConnection, listen } from '@/lib/connection/backend';
import { ALL_EXPANDED, type Folding } from './model/folding';
import { RegisterList } from './model/registerList';

/**
 * The list of what the register shows now, which begins with splits folded as `folding` says. While
 * the words or filters change, the previous list stays until the new one is here (`isBehind`).
 */
export function useRegisterList(
  viewId: ViewId,
  showsBalance: boolean,
  sort: Sort | null,
  folding = ALL_EXPANDED,
): { list: RegisterList; isBehind: boolean } {
  const narrowedBy = useRegisterView(useShallow(narrowing));
  const withBalance = useRegisterView(hasBalances) && showsBalance;
  const wanted = useMemo(
    () => entrySource({ filters: [...viewFilter(viewId), ...narrowedBy], withBalance, sort }),
    [viewId, narrowedBy, withBalance, sort],
  );
  const list = useOpened(wanted, folding);
  return { list, isBehind: list.source !== wanted };
}

/** A list that stays for so long is one that is read, and not on the way to what is searched for. */
const IDLE_MS = 600;

function useOpened(source: EntrySource, folding: Folding): RegisterList {
  const [shown, setShown] = useState(() => new RegisterList(source, folding));
  const [next, setNext] = useState<{ source: EntrySource; list: RegisterList }>(() => ({
    source,
    list: shown,
  }));
  useEffect(() => {
    if (next.source !== source) setNext({ source, list: new RegisterList(source, folding) });
  }, [source, next, folding]);
  useEffect(() => {
    const { list } = next;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    void list.open().then(() => {
      if (!isWanted) return;
      setShown(list);
      timer = setTimeout(() => void prepareFar(next.source, list), IDLE_MS);
    });
    const stop = connectList(list);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stop();
      list.close();
    };
  }, [next]);
  return shown;
}

/** Keeps a list in step with what is written, here and elsewhere. */
export function connectList(list: RegisterList): () => void {
  const stops = [
    listen('sync-event', ({ tables, rows, transactions }) => {
      const isUnnamed = rows === null && tables.includes('transactions');
      if (isUnnamed || tables.some((table) => list.source.readsThrough.includes(table)))
        void list.refetch();
      else if (rows?.transactions?.length) {
        list.patch(rows.transactions, transactions ? writtenEntries(transactions) : null);
      }
    }),
    listen('reload', () => void list.refetch()),
    getConnection().state.subscribe((now, before) => {
      if (now.status === 'open' && before.status !== 'open') list.resume();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useVersion(list: RegisterList): number {
  return useSyncExternalStore(list.listen, () => list.version);
}

export function useStatus(list: RegisterList): RegisterList['status'] {
  return useSyncExternalStore(list.listen, () => list.status);
}

/** An entry as it is now; a changed one redraws alone. */
export function useEntry(list: RegisterList, entryId: string): Entry | undefined {
  return useSyncExternalStore(list.listen, () => list.entry(entryId));
}

export function useBalance(list: RegisterList, entryId: string): number | null {
  return useSyncExternalStore(list.listen, () => list.balance(entryId));
}
