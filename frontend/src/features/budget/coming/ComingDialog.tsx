import { CalendarCheck } from 'lucide-react';
import { Dialog } from '@/components/Dialog';
import { EmptyNote } from '@/components/EmptyNote';
import { LoadFailed } from '@/components/LoadFailed';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useBills, useLowestBalances } from '@/domain/schedules/api';
import { LowestAhead } from '@/domain/schedules/LowestAhead';
import { type TransactionData, useTransactionData } from '@/domain/transactions/useTransactionData';
import type { CategoryBills, LowestBalance, Month } from '@/generated/contract';
import { monthOf, monthTitle } from '@/lib/format/dates';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { errorText } from '@/texts/errors';
import { billsTexts, schedulesTexts } from '@/texts/schedules';
import { BillList } from './BillList';
import styles from './coming.module.css';

interface ComingDialogProps {
  month: Month;
  onClose: () => void;
}

/** The bills to come in a month, by envelope; for this month also each account's lowest balance. */
export default function ComingDialog({ month, onClose }: ComingDialogProps) {
  const isNow = month === monthOf(useToday());
  const bills = useBills(month);
  const lowest = useLowestBalances({ isShown: isNow });
  const { data, ...names } = useTransactionData();
  const balances = isNow ? lowest.data : [];
  const isHere = bills.data && balances && data;
  const failure = bills.error ?? (isNow ? lowest.error : null) ?? names.error;
  const retry = () => {
    void bills.refetch();
    if (isNow) void lowest.refetch();
    names.retry();
  };
  const title = monthTitle(month);
  return (
    <Dialog title={billsTexts.titleIn(title)} size="medium" onClose={onClose}>
      {isHere && (
        <Coming
          month={title}
          categories={bills.data}
          lowest={balances}
          data={data}
          onLeave={onClose}
        />
      )}
      {!isHere && failure && <LoadFailed onRetry={retry}>{errorText(failure)}</LoadFailed>}
      {!isHere && !failure && <SkeletonLines lines={5} />}
    </Dialog>
  );
}

interface ComingProps {
  month: string;
  categories: readonly CategoryBills[];
  lowest: readonly LowestBalance[];
  data: TransactionData;
  /** Closes the dialog before a schedule opens. */
  onLeave: () => void;
}

function Coming({ month, categories, lowest, data, onLeave }: ComingProps) {
  const amounts = useAmountFormat();
  const { payee, account, categoryName } = data;
  // In the order of the budget, those without a category last.
  const places = new Map([...categoryName.keys()].map((id, at) => [id, at]));
  const placeOf = ({ category }: CategoryBills) => places.get(category ?? '') ?? places.size;
  const inOrder = [...categories].sort((a, b) => placeOf(a) - placeOf(b));
  const payeeName = (id: string | null) => payee.get(id ?? '')?.name ?? schedulesTexts.noPayee;
  const openLayer = useOpenLayer();
  const open = (path: string) => {
    onLeave();
    openLayer(path);
  };
  const ahead = lowest.filter(({ steps }) => steps.length > 0);
  if (categories.length === 0 && ahead.length === 0)
    return <EmptyNote icon={CalendarCheck}>{billsTexts.nothing(month)}</EmptyNote>;
  return (
    <div className={styles.dialog}>
      {ahead.length > 0 && (
        <section aria-label={billsTexts.accounts}>
          <h3 className={styles.title}>{billsTexts.accounts}</h3>
          <ul className={styles.accounts}>
            {ahead.map((each) => (
              <li key={each.account}>
                <span className={styles.name}>{account.get(each.account)?.name}</span>
                <LowestAhead accountId={each.account} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {inOrder.map(({ category, amount, bills }) => {
        const name = categoryName.get(category ?? '') ?? billsTexts.noCategory;
        return (
          <section key={category} aria-label={name}>
            <h3 className={styles.title}>
              <span>{name}</span>
              <span className={styles.figure}>{amounts.format(amount)}</span>
            </h3>
            <BillList
              label={name}
              bills={bills}
              amounts={amounts}
              payeeName={payeeName}
              onOpen={open}
            />
          </section>
        );
      })}
    </div>
  );
}
