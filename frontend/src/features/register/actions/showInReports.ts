import { ChartColumn } from 'lucide-react';
import { newReportPlace } from '@/domain/reports/newReport';
import { BALANCE, LIVE, SPLIT } from '@/domain/reports/stored';
import type { Condition } from '@/generated/contract';
import type { Action } from '@/lib/actions/actions';
import { registerTexts } from '@/texts/register';
import { findRow, type RegisterAt, rowAt } from './at';

interface Subject {
  name: string;
  condition: Condition;
}

/** The subject for a report about a transaction: its category, otherwise its payee or account. */
function subjectOf(at: RegisterAt): Subject | null {
  const row = findRow(at);
  if (!row) return null;
  const { data } = at.grid.model;
  const is = (field: 'category' | 'payee' | 'account', value: string, name = '') => ({
    name,
    condition: { field, op: 'is', value, type: 'id' } as Condition,
  });
  if (row.category) return is('category', row.category, data.categoryName.get(row.category));
  if (row.payee) return is('payee', row.payee, data.payee.get(row.payee)?.name);
  return is('account', row.account, data.account.get(row.account)?.name);
}

/** Opens a report about similar transactions, by month over the last year. */
export const showInReports: Action<RegisterAt> = {
  id: 'show-in-reports',
  label: registerTexts.showInReports,
  icon: ChartColumn,
  applies: (at) => subjectOf(at) !== null,
  run: (at) => {
    const subject = subjectOf(at);
    if (!subject) return;
    const row = rowAt(at);
    at.grid.goTo(
      newReportPlace({
        name: subject.name,
        conditions: [subject.condition],
        balanceType: (row.amount ?? 0) < 0 ? BALANCE.payment : BALANCE.deposit,
        groupBy: SPLIT.interval,
        dateRange: LIVE.months12,
        showOffBudget: at.grid.model.data.account.get(row.account)?.offbudget ?? false,
      }),
    );
  },
};
