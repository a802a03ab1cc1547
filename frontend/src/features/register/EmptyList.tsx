import { Button } from '@/components/Button';
import { clearFilters, setSearch } from './model/view';
import { exact } from './texts';

interface EmptyListProps {
  hasAccounts: boolean;
  isNarrowed: boolean;
}

/** What an empty register says, and the way on. */
export function EmptyList({ isNarrowed }: EmptyListProps) {
  if (isNarrowed) {
    const clear = () => {
      clearFilters();
      setSearch('', null);
    };
    return (
      <>
        <p>Nothing matches</p>
        <Button onPress={clear}>Clear filters</Button>
      </>
    );
  }
  return <p>{exact.noTransactions}</p>;
}
