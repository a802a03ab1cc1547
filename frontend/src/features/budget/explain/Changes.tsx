import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CellChange, CellValue } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { recentText } from '@/lib/format/ago';
import type { AmountFormat } from '@/lib/format/amount';
import { stepText } from '@/lib/history/steps';
import { lists } from '@/lib/lists/lists';
import { usePref } from '@/lib/prefs/prefs';
import { splitCellName } from '@/lib/sheet/names';
import { explainTexts } from '@/texts/explain';
import { cents } from '../model/cells';
import styles from './explain.module.css';

interface ChangesProps {
  cell: string;
  /** The value now: another one means that there are more changes to read. */
  value: CellValue | undefined;
  amounts: AmountFormat;
}

/** The last changes of a number since the budget was opened. */
export function Changes({ cell, value, amounts }: ChangesProps) {
  const [sheetName, name] = splitCellName(cell);
  const format = usePref('dateFormat');
  const { data, dataUpdatedAt } = useQuery(
    {
      queryKey: ['changes', cell, value ?? null],
      queryFn: () => send('explain-changes', { sheetName, name }),
      enabled: value !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
    },
    lists,
  );
  if (!data || data.changes.length === 0) return null;
  return (
    <section aria-label={explainTexts.lastChanges}>
      <h3 className={styles.subtitle}>{explainTexts.lastChanges}</h3>
      <ul className={styles.changes}>
        {data.changes.slice(0, SHOWN).map((change) => (
          <li key={`${change.at}:${String(change.after)}`} className={styles.change}>
            <time dateTime={new Date(change.at).toISOString()}>
              {recentText(change.at, dataUpdatedAt, format)}
            </time>
            <span className={styles.label}>{wordsOf(change)}</span>
            <span className={styles.difference}>{differenceOf(change, amounts)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The number of changes in the list. */
const SHOWN = 8;

function wordsOf({ kind, name }: CellChange): string {
  const step = stepText(name) ?? explainTexts.someStep;
  if (kind === 'undo') return explainTexts.undid(step);
  if (kind === 'redo') return explainTexts.redid(step);
  if (kind === 'sync') return explainTexts.fromElsewhere;
  return name === null && kind === 'program' ? explainTexts.byProgram : step;
}

/** The difference that a change made, with its sign. */
function differenceOf({ before, after }: CellChange, amounts: AmountFormat): string {
  const difference = cents(after) - cents(before);
  return difference > 0 ? `+${amounts.format(difference)}` : amounts.format(difference);
}
