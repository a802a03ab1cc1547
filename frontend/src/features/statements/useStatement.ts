import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import type { FileReading } from '@/generated/contract';
import { uploadFile } from '@/lib/files/uploadFile';
import { newId } from '@/lib/ids/newId';
import { usePref } from '@/lib/prefs/prefs';
import { useRested } from '@/lib/react/useRested';
import { ONCE, readFile } from './api';
import {
  countsOf,
  type PlacedRow,
  placedRows,
  rowsOf,
  statementRows,
  takenRows,
} from './model/rows';
import { usePreview } from './usePreview';

const NO_ROWS = [] as const;

/** A file of transactions: how it is read, which rows are taken, and what happens to them. */
export function useStatement(file: File, given: string | null) {
  const [id] = useState(newId);
  const [chosen, setAccount] = useState(given);
  const [chosenReading, setReading] = useState<FileReading | null>(null);
  const reading = useRested(chosenReading);
  const upload = useQuery({ ...ONCE, queryKey: [id, 'upload'], queryFn: () => uploadFile(file) });
  const filepath = upload.data ?? '';
  const read = useQuery({
    ...ONCE,
    queryKey: [id, 'read', chosen, reading],
    queryFn: () => readFile(filepath, chosen, reading),
    enabled: filepath !== '',
    placeholderData: keepPreviousData,
  });
  const { data: names } = useTransactionData();
  const accountId = chosen ?? read.data?.accountId ?? null;
  const account = names?.account.get(accountId ?? '');
  const isAccount = account !== undefined && !account.closed;
  const fileRows = read.data?.rows ?? NO_ROWS;
  const rows = useMemo(() => placedRows(fileRows), [fileRows]);
  const { taken, take } = useTaken(rows);
  const [isCleared, setCleared] = useState(true);
  const asked = { accountId: isAccount ? accountId : null, rows, taken, isCleared };
  const preview = usePreview(asked);
  const changeReading = (part: Partial<FileReading>) =>
    setReading((before) => {
      const start = before ?? read.data?.reading;
      return start ? { ...start, ...part } : null;
    });
  const dateFormat = usePref('dateFormat');
  const shown = useMemo(() => {
    const previewed = isAccount ? preview.previewed : null;
    return statementRows({ rows, previewed, taken, names, dateFormat });
  }, [rows, preview.previewed, isAccount, taken, names, dateFormat]);
  const counts = useMemo(() => countsOf(shown), [shown]);
  return {
    read,
    failure: upload.error ?? read.error ?? preview.error,
    accountId: isAccount ? accountId : null,
    accounts: names?.accounts ?? NO_ROWS,
    setAccount,
    /** How the file is read, as it is chosen. */
    reading: read.data ? shownReading(chosenReading, read.data.reading) : null,
    changeReading,
    shown,
    counts,
    take,
    /** Whether imported rows are marked as cleared. */
    isCleared,
    setCleared,
    /** The rows that are taken. */
    chosen: () => rowsOf(rows, taken).map(({ file }) => file),
    isSettled: reading === chosenReading && preview.isKnown && !read.isFetching,
  };
}

export type StatementAt = ReturnType<typeof useStatement>;

/** The options that the person chose; the others from the file's last reading. */
function shownReading(chosen: FileReading | null, found: FileReading): FileReading {
  if (!chosen) return found;
  return {
    ...chosen,
    delimiter: chosen.delimiter ?? found.delimiter,
    columns: chosen.columns ?? found.columns,
    dayOrder: chosen.dayOrder ?? found.dayOrder,
  };
}

/** Which rows are taken. */
function useTaken(rows: readonly PlacedRow[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const taken = useMemo(() => takenRows(rows, changed), [rows, changed]);
  const take = (ids: readonly string[], isTaken: boolean) =>
    setChanged((before) => new Map([...before, ...ids.map((id) => [id, isTaken] as const)]));
  return { taken, take };
}
