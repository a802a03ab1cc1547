import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorCode } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';
import { Problem } from './Problem';
import { Skeleton } from './Skeleton';

interface ServerListProps<T> {
  query: UseQueryResult<T>;
  words: {
    loading: string;
    failed: string;
    /** Shown when the server does not support this request. */
    unsupported: string;
  };
  children: (data: T) => ReactNode;
}

/** A list from the server: loading, failed or loaded. */
export function ServerList<T>({ query, words, children }: ServerListProps<T>) {
  if (query.isPending) {
    return (
      <div role="status" aria-label={words.loading}>
        <Skeleton width={220} />
      </div>
    );
  }
  return (
    <>
      {query.isError && <Refusal error={query.error} words={words} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

function Refusal({ error, words }: { error: Error; words: ServerListProps<never>['words'] }) {
  if (errorCode(error) === 'not-supported') return <Problem isHint>{words.unsupported}</Problem>;
  return <Problem>{`${words.failed} ${errorText(error)}`}</Problem>;
}
