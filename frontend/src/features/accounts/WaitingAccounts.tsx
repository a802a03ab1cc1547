import { Skeleton } from '@/components/Skeleton';
import { commonTexts } from '@/texts/common';

/** The place of the list of accounts while it loads. */
export function WaitingAccounts({ className }: { className: string | undefined }) {
  return (
    <div className={className} role="status" aria-label={commonTexts.loading}>
      {[72, 56, 64].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
