import type { RowSource } from '@/components/grid/rowSource';
import type { Transaction } from '@/domain/transactions/transaction';
import type { Line } from './lines';
import type { RegisterList } from './registerList';

/** The lines of the register as rows of a grid. */
export function registerSource(list: RegisterList): RowSource<Line> {
  return {
    get count() {
      return list.lineCount;
    },
    get version() {
      return list.version;
    },
    get isReady() {
      return list.status === 'ready';
    },
    keyAt: (index) => rowIdOf(list.line(index)),
    indexOf: (key) => list.lineOf(key) ?? -1,
    rowAt: (index) => list.line(index),
    subscribe: list.listen,
  };
}

/** The id of the transaction in a line; null while it is not loaded. */
function rowIdOf(line: Line): string | null {
  return rowOf(line)?.id ?? null;
}

/** The transaction in a line; null while it is not loaded. */
export function rowOf(line: Line | undefined): Transaction | null {
  if (line === undefined || line.kind === 'unknown') return null;
  return line.kind === 'child' ? line.row : line.entry.row;
}
