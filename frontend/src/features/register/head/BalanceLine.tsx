import { useMemo } from 'react';
import { Sparkline } from '@/components/charts/Sparkline';
import { useSparkWords } from '@/components/charts/useSparkWords';
import { useFigures } from '@/domain/reports/api';
import { WEEKLY } from '@/domain/reports/stored';
import type { AskedCard, NetWorth } from '@/generated/contract';
import { addMonths, monthOf } from '@/lib/format/dates';
import { useToday } from '@/lib/prefs/useToday';
import { chartsTexts } from '@/texts/charts';
import { registerTexts } from '@/texts/register';
import styles from './head.module.css';

/** The months before this one that the line shows. */
const MONTHS_BACK = 11;

/** The balance of an account over the last year, week by week, as a line. */
export function BalanceLine({ accountId }: { accountId: string }) {
  const month = monthOf(useToday());
  const card = useMemo<AskedCard>(() => {
    const timeFrame = { start: addMonths(month, -MONTHS_BACK), end: month, mode: 'static' };
    const conditions = [{ field: 'account', op: 'is', value: accountId, type: 'id' }];
    const meta = { timeFrame, conditions, conditionsOp: 'and', interval: WEEKLY };
    return { type: 'net-worth-card', meta };
  }, [month, accountId]);
  const { data, isPlaceholderData } = useFigures([card]);
  const [found] = data?.cards ?? [];
  // The line of another account would be wrong beside this balance.
  const figures =
    found && 'figures' in found && !isPlaceholderData ? (found.figures as NetWorth) : null;
  const values = figures?.points.map(({ netWorth }) => netWorth) ?? [];
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
