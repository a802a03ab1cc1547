/** The calls of importing a file of transactions. */
import type {
  FileReading,
  FileRow,
  ImportedTransactions,
  PreviewRow,
  ReadFile,
  StepName,
} from '@/generated/contract';
import { send } from '@/lib/connection/backend';

/** Queries about a file that is looked at once. */
export const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false } as const;

export type ReadRow = FileRow & { date: string; amount: number };

/** Whether a row can be imported. */
export const isReadable = (row: FileRow): row is ReadRow => row.problem === undefined;

export function readFile(
  filepath: string,
  accountId: string | null,
  reading: FileReading | null,
): Promise<ReadFile> {
  return send('transactions-read-file', { filepath, accountId, reading });
}

/** Rows for an account. */
interface RowsFor {
  accountId: string;
  rows: readonly ReadRow[];
  /** Whether they are marked as cleared, also those that are stored already. */
  isCleared: boolean;
}

/** What would become of rows; in their order. */
export async function previewRows(of: RowsFor): Promise<PreviewRow[]> {
  const { rows } = await send('transactions-import', { ...given(of), isPreview: true });
  return rows ?? [];
}

interface Import extends RowsFor {
  /** The preferences that keep how the file was read. */
  prefs: ReadFile['prefs'];
}

/** Imports rows and remembers how the file was read. */
export async function importRows(of: Import, step: StepName): Promise<ImportedTransactions> {
  const done = await send('transactions-import', given(of), { step });
  // Without them the next file is read by guesses again; the import is done all the same.
  if (Object.keys(of.prefs).length > 0) await send('save-prefs', of.prefs).catch(() => {});
  return done;
}

function given({ accountId, rows, isCleared }: RowsFor) {
  const transactions = rows.map((row) => ({
    date: row.date,
    amount: row.amount,
    payee_name: row.payee,
    imported_payee: row.payee,
    notes: row.notes,
    imported_id: row.importedId ?? null,
    category: row.category ?? null,
    cleared: isCleared,
  }));
  return { accountId, transactions };
}
