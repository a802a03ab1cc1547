/** The `query` call with the types of its rows, from the tables of the contract. */
import type { QueryJoins, QueryRows, SerializedQuery } from '@/generated/contract';
import { send } from '@/lib/connection/backend';

export type TableName = keyof QueryRows;

/** A field of another table, through the field that names its row: `payee.name`. */
type JoinedPath<T extends TableName> = T extends keyof QueryJoins
  ? {
      [F in keyof QueryJoins[T] & string]: QueryJoins[T][F] extends TableName
        ? `${F}.${keyof QueryRows[QueryJoins[T][F]] & string}`
        : never;
    }[keyof QueryJoins[T] & string]
  : never;

export type FieldPath<T extends TableName> = (keyof QueryRows[T] & string) | JoinedPath<T>;

type FieldValue<T extends TableName, P extends string> = P extends keyof QueryRows[T]
  ? QueryRows[T][P]
  : T extends keyof QueryJoins
    ? P extends `${infer F extends keyof QueryJoins[T] & string}.${infer G}`
      ? QueryJoins[T][F] extends infer Target extends TableName
        ? G extends keyof QueryRows[Target]
          ? QueryRows[Target][G] | null
          : never
        : never
      : never
    : never;

/** The selected fields of a row; `*` selects all of them. */
export type Row<T extends TableName, P extends FieldPath<T> | '*'> = '*' extends P
  ? QueryRows[T]
  : { [K in P]: FieldValue<T, K> };

interface TableQuery<T extends TableName, P extends string> {
  table: T;
  selectExpressions: readonly P[];
  tableOptions?: { splits: string };
  filterExpressions?: readonly Record<string, unknown>[];
  limit?: number;
}

/** Rows of one table with the selected fields. */
export async function queryRows<T extends TableName, P extends FieldPath<T> | '*'>(
  query: TableQuery<T, P>,
): Promise<Row<T, P>[]> {
  return runQuery<Row<T, P>[]>(query);
}

/** The result of a query whose shape the caller knows: computed columns or one value. */
export async function runQuery<Result>(query: object): Promise<Result> {
  return (await send('query', query as SerializedQuery)).data as Result;
}
