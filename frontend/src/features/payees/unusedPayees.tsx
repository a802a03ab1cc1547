/** The payees that a change left without transactions. */
import { fetchPayees, PAYEES_KEY } from '@/domain/transactions/payees';
import type { OrphanedPayees } from '@/generated/contract';
import { lists } from '@/lib/lists/lists';
import { pushModal } from '@/lib/modals/modals';
import { notify } from '@/lib/notices/notices';
import { payeesTexts } from '@/texts/payees';
import { MergeUnusedDialog } from './dialogs/MergeUnusedDialog';

/** Says which payees those are, with the way to merge them. */
export async function offerMerge({ orphanedIds, updatedPayeeIds }: OrphanedPayees): Promise<void> {
  const asked = { queryKey: PAYEES_KEY, queryFn: fetchPayees };
  const payees = await lists.fetchQuery(asked).catch(() => []);
  const ordinary = new Map(
    payees.filter(({ transfer_acct }) => transfer_acct === null).map((payee) => [payee.id, payee]),
  );
  const known = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => ordinary.get(id) ?? []).filter(({ name }) => name !== '');
  const unused = known(orphanedIds);
  const [target, ...others] = known(updatedPayeeIds).filter(({ id }) => !orphanedIds.includes(id));
  const [only] = unused;
  if (!target || !only) return;
  const { leftover: words } = payeesTexts;
  notify({
    id: 'unused-payees',
    type: 'message',
    message: unused.length === 1 ? words.notice(only.name) : words.notices(unused.length),
    button: {
      title: words.merge,
      action: () =>
        pushModal('merge-unused-payees', (close) => (
          <MergeUnusedDialog unused={unused} targets={[target, ...others]} onClose={close} />
        )),
    },
  });
}
