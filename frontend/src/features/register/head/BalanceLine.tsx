import { useMemo, useRef } from 'react';
import { Sparkline } from '@/components/charts/Sparkline';
import { useSparkWords } from '@/components/charts/useSparkWords';
import { useQuietFigures } from '@/domain/reports/api';
import { WEEKLY } from '@/domain/reports/stored';
import type { AskedCard, FiguresOfCards, NetWorth } from '@/generated/contract';
import { addMonths, monthOf } from '@/lib/format/dates';
import { useToday } from '@/lib/prefs/useToday';
import { chartsTexts } from '@/texts/charts';
import { registerTexts } from '@/texts/register';
import styles from './head.module.css';

/** The months before this one that the line shows. */
const MONTHS_BACK = 11;

interface BalanceLineProps {
  accountId: string;
  /** The current balance; undefined while it loads. */
  balance: number | undefined;
}

/**
 * The balance of an account over the last year, week by week, as a line. Each edit moves its end
 * immediately; earlier weeks are refetched when the user pauses.
 */
export function BalanceLine({ accountId, balance }: BalanceLineProps) {
  const month = monthOf(useToday());
  const card = useMemo<AskedCard>(() => {
    const timeFrame = { start: addMonths(month, -MONTHS_BACK), end: month, mode: 'static' };
    const conditions = [{ field: 'account', op: 'is', value: accountId, type: 'id' }];
    const meta = { timeFrame, conditions, conditionsOp: 'and', interval: WEEKLY };
    return { type: 'net-worth-card', meta };
  }, [month, accountId]);
  const { data } = useQuietFigures([card]);
  const moved = useMoved(data, balance);
  const [found] = data?.cards ?? [];
  const figures = found && 'figures' in found ? (found.figures as NetWorth) : null;
  const values = (figures?.points ?? []).map(({ netWorth }, at, all) =>
    at === all.length - 1 ? netWorth + moved : netWorth,
  );
  const { label, ends } = useSparkWords(values);
  return (
    <div className={styles.spark}>
      <Sparkline
        lines={[{ values, look: 'main' }]}
        label={chartsTexts.named(registerTexts.balanceLately, label)}
        ends={ends}
      />
    </div>
  );
}

/** How much the balance has changed since the figures were fetched. */
function useMoved(data: FiguresOfCards | undefined, balance: number | undefined): number {
  const known = useRef<{ data: FiguresOfCards; balance: number } | null>(null);
  if (!data || balance === undefined) return 0;
  if (known.current?.data !== data) known.current = { data, balance };
  return balance - known.current.balance;
}
