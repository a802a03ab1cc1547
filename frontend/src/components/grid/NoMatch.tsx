import { SearchX } from 'lucide-react';
import { EmptyNote } from '@/components/EmptyNote';

/** Stands in place of the rows when none fits the filter. */
export function NoMatch({ children }: { children: string }) {
  return <EmptyNote icon={SearchX}>{children}</EmptyNote>;
}
