/** The transactions that schedules will bring, as rows above those of the register. */
import type { Schedule } from '@/domain/schedules/schedule';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { isSpecialView, type ViewId } from '@/domain/transactions/view';
import type { Preview } from '@/generated/contract';
import { schedulesTexts } from '@/texts/schedules';
import { transactionsTexts } from '@/texts/transactions';

export interface ComingRow {
  id: string;
  preview: Preview;
  /** Undefined for a moment, while the list of schedules is read again. */
  schedule: Schedule | undefined;
  /** The schedule's name, else the payee's. */
  name: string;
  payee: string;
  /** The payee is the other account of a transfer. */
  isTransfer: boolean;
  account: string;
  category: string;
}

/** The account to read the previews of; null for all, undefined where none are shown. */
export function previewedAccount(viewId: ViewId): string | null | undefined {
  if (viewId === 'uncategorized') return undefined;
  return isSpecialView(viewId) ? null : viewId;
}

export function comingIn(
  viewId: ViewId,
  previews: readonly Preview[],
  data: TransactionData,
): Preview[] {
  return previews.filter(({ account }) => isInView(account, viewId, data));
}

export function comingRows(
  previews: readonly Preview[],
  schedules: readonly Schedule[],
  data: TransactionData,
): ComingRow[] {
  const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]));
  return previews.map((preview) => {
    const schedule = byId.get(preview.schedule);
    const stored = data.payee.get(preview.payee ?? '');
    const payee = stored?.name ?? '';
    return {
      id: preview.id,
      preview,
      schedule,
      name: schedule?.name ?? (payee || schedulesTexts.noPayee),
      payee: payee || (schedule?.name ?? ''),
      isTransfer: stored?.transfer_acct != null,
      account: data.account.get(preview.account)?.name ?? '',
      category: categoryOf(preview, data),
    };
  });
}

function isInView(accountId: string, viewId: ViewId, data: TransactionData): boolean {
  const account = data.account.get(accountId);
  if (!account || account.closed) return false;
  if (viewId === 'budgeted') return !account.offbudget;
  return viewId === 'offbudget' ? Boolean(account.offbudget) : true;
}

function categoryOf({ category, lines, payee, account }: Preview, data: TransactionData): string {
  const ids = lines.length > 0 ? lines.map((line) => line.category) : [category];
  const other = data.payee.get(payee ?? '')?.transfer_acct;
  const names = ids.map((id) => data.categoryName.get(id ?? '') ?? '');
  const isOff = (id: string) => Boolean(data.account.get(id)?.offbudget);
  const isInternal = other != null && isOff(other) === isOff(account);
  const words = [...new Set(names.filter(Boolean))].join(', ');
  return words || (isInternal ? transactionsTexts.transfer : '');
}
