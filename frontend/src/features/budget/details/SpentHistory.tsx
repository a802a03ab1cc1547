import type { AmountFormat } from '@/lib/format/amount';
import { monthShort, monthTitle } from '@/lib/format/dates';
import { detailsTexts } from '@/texts/details';
import type { About } from './DetailsPanel';
import styles from './details.module.css';
import { averageOf, barHeights } from './history';
import type { History } from './useHistory';

interface SpentHistoryProps {
  about: About;
  history: History;
  amounts: AmountFormat;
}

/** A bar for each of the last months, and the average of those before the shown one. */
export function SpentHistory({ about: { row, month }, history, amounts }: SpentHistoryProps) {
  const { months, moved } = history;
  const heights = barHeights(moved ?? []);
  const average = averageOf((moved ?? []).slice(0, -1));
  const title = row.income ? detailsTexts.receivedLately : detailsTexts.lastMonths;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ol className={styles.bars}>
        {months.map((each, at) => {
          const words = detailsTexts.inMonth(monthTitle(each), amounts.format(moved?.[at] ?? 0));
          return (
            <li key={each} title={words} data-now={each === month || undefined}>
              <span className="visually-hidden">{moved ? words : monthTitle(each)}</span>
              <span aria-hidden="true" className={styles.track}>
                <span className={styles.bar} style={{ blockSize: `${heights[at] ?? 0}%` }} />
              </span>
              <span aria-hidden="true" className={styles.letter}>
                {monthShort(each).slice(0, 1)}
              </span>
            </li>
          );
        })}
      </ol>
      {average !== null && (
        <p className={styles.average}>{detailsTexts.average(amounts.format(average))}</p>
      )}
    </section>
  );
}
