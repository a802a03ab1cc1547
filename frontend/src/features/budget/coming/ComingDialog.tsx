import { CalendarCheck } from 'lucide-react';
import { Dialog } from '@/components/Dialog';
import { useBills, useLowestBalances } from '@/domain/schedules/api';
import { LowestAhead } from '@/domain/schedules/LowestAhead';
import { useLookups } from '@/domain/transactions/useTransactionData';
import type { Month } from '@/generated/contract';
import { monthTitle } from '@/lib/format/dates';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { billsTexts, schedulesTexts } from '@/texts/schedules';
import { BillList } from './BillList';
import styles from './coming.module.css';

interface ComingDialogProps {
  month: Month;
  onClose: () => void;
}

/** What is coming in a month: bills by envelope, and how low each account will be. */
export default function ComingDialog({ month, onClose }: ComingDialogProps) {
  const categories = useBills(month);
  const lowest = useLowestBalances().filter(({ steps }) => steps.length > 0);
  const amounts = useAmountFormat();
  const { payee, account, categoryName } = useLookups();
  const payeeName = (id: string | null) => payee.get(id ?? '')?.name ?? schedulesTexts.noPayee;
  const openLayer = useOpenLayer();
  const open = (path: string) => {
    onClose();
    openLayer(path);
  };
  const isEmpty = categories.length === 0 && lowest.length === 0;
  return (
    <Dialog title={billsTexts.titleIn(monthTitle(month))} size="medium" onClose={onClose}>
      <div className={styles.dialog}>
        {isEmpty && (
          <div className={styles.empty}>
            <CalendarCheck size="2rem" strokeWidth={1.5} aria-hidden="true" />
            <p>{billsTexts.nothing}</p>
          </div>
        )}
        {lowest.length > 0 && (
          <section aria-label={billsTexts.accounts}>
            <h3 className={styles.title}>{billsTexts.accounts}</h3>
            <ul className={styles.accounts}>
              {lowest.map((each) => (
                <li key={each.account}>
                  <span className={styles.name}>{account.get(each.account)?.name}</span>
                  <LowestAhead accountId={each.account} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {categories.map(({ category, amount, bills }) => {
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
    </Dialog>
  );
}
