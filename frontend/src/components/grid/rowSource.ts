/** The rows of a grid, by index and by key. Rows far away may not be loaded. */
export interface RowSource<Row> {
  readonly count: number;
  /** The key of a row; null while it is not loaded. */
  keyAt: (index: number) => string | null;
  /** The index of a row; -1 if it is not in the list. */
  indexOf: (key: string) => number;
  rowAt: (index: number) => Row | undefined;
  /** Calls back after each change of the rows. */
  subscribe: (listener: () => void) => () => void;
  /** Changes whenever rows come, go or move. */
  readonly version: number;
  /** False until the first rows are here. */
  readonly isReady: boolean;
}

const never = () => () => {};

/** A list that is loaded as a whole and replaced as a whole. */
export function arraySource<Row extends { id: string }>(rows: readonly Row[]): RowSource<Row> {
  const indexes = new Map(rows.map((row, index) => [row.id, index]));
  return {
    count: rows.length,
    keyAt: (index) => rows[index]?.id ?? null,
    indexOf: (key) => indexes.get(key) ?? -1,
    rowAt: (index) => rows[index],
    subscribe: never,
    version: 0,
    isReady: true,
  };
}
