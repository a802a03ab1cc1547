import { useQuery } from '@tanstack/react-query';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { SkeletonLines } from '@/components/SkeletonLines';
import { lists } from '@/lib/lists/lists';
import { queryRows } from '@/lib/query/query';
import { bankRowTexts } from '@/texts/bankScreens';
import { errorText } from '@/texts/errors';
import styles from './BankRowDialog.module.css';
import { type SaidField, saidFields } from './saidFields';

async function fetchSaid(id: string): Promise<SaidField[]> {
  const [row] = await queryRows({
    table: 'transactions',
    selectExpressions: ['raw_synced_data'],
    filterExpressions: [{ id }],
  });
  return saidFields(row?.raw_synced_data ?? null);
}

/** The bank's data about a transaction, field by field. */
export function BankRowDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    { queryKey: ['transactions', 'bank-row', id], queryFn: () => fetchSaid(id), gcTime: 0 },
    lists,
  );
  return (
    <Dialog title={bankRowTexts.title} size="medium" onClose={onClose}>
      {!data && !error && <SkeletonLines lines={5} />}
      {error && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
      {data?.length === 0 && <p role="status">{bankRowTexts.none}</p>}
      {data && data.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{bankRowTexts.field}</th>
              <th scope="col">{bankRowTexts.value}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ field, value }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
