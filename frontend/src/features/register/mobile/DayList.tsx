import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { List, type RowComponentProps } from 'react-window';
import { useRem } from '@/components/useRem';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import type { RegisterList } from '../model/registerList';
import { isSpecialView, type ViewId } from '../model/view';
import type { RegisterData } from '../useRegisterData';
import { useVersion } from '../useRegisterList';
import { CARD_REM, dayAt, dayTitle, HEADER_REM, startsDay } from './dayLines';
import styles from './mobile.module.css';
import { TransactionCard } from './TransactionCard';

interface DayListProps {
  list: RegisterList;
  data: RegisterData;
  viewId: ViewId;
  empty: ReactNode;
}

export interface CardModel {
  list: RegisterList;
  data: RegisterData;
  /** The view holds several accounts, so that each card names its own. */
  withAccount: boolean;
  amounts: AmountFormat;
  dates: DateFormat;
  today: string;
}

interface LineProps {
  model: CardModel;
  /** Changes whenever lines came, went or moved. */
  version: number;
  rem: number;
}

const OVERSCAN_LINES = 8;
const FIRST_HEIGHT_PX = 640;

/** The cards of a register by day; the day in view stays at the top. */
export function DayList({ list, data, viewId, empty }: DayListProps) {
  const version = useVersion(list);
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const today = useToday();
  const rem = useRem();
  const withAccount = isSpecialView(viewId);
  const [first, setFirst] = useState(0);
  const model = useMemo<CardModel>(
    () => ({ list, data, withAccount, amounts, dates, today }),
    [list, data, withAccount, amounts, dates, today],
  );
  const rowProps = useMemo<LineProps>(() => ({ model, version, rem }), [model, version, rem]);
  const showRange = useCallback(
    ({ startIndex, stopIndex }: { startIndex: number; stopIndex: number }) => {
      setFirst(startIndex);
      list.show(startIndex, stopIndex);
    },
    [list],
  );
  if (list.lineCount === 0) return <div className={styles.empty}>{empty}</div>;
  const day = dayAt(list, first);
  return (
    <List
      role="group"
      aria-label="Transactions"
      className={styles.list}
      rowComponent={LineView}
      rowProps={rowProps}
      rowKey={keyOf}
      rowCount={list.lineCount}
      rowHeight={heightOf}
      overscanCount={OVERSCAN_LINES}
      defaultHeight={FIRST_HEIGHT_PX}
      onRowsRendered={showRange}
    >
      {day && (
        <div aria-hidden="true" className={styles.sticky}>
          <div className={styles.day}>{dayTitle(day, today, dates)}</div>
        </div>
      )}
    </List>
  );
}

function heightOf(index: number, { model, rem }: LineProps): number {
  return (startsDay(model.list, index) ? CARD_REM + HEADER_REM : CARD_REM) * rem;
}

function keyOf(index: number, { model }: LineProps): string {
  const line = model.list.line(index);
  return line.kind === 'unknown' ? String(index) : line.entry.row.id;
}

function LineView({ index, style, model }: RowComponentProps<LineProps>) {
  const { list, dates, today } = model;
  const line = list.line(index);
  const day = startsDay(list, index) ? dayAt(list, index) : null;
  return (
    <div style={style}>
      {day && <h2 className={styles.day}>{dayTitle(day, today, dates)}</h2>}
      {line.kind === 'unknown' ? (
        <div className={styles.card} aria-hidden="true" />
      ) : (
        <TransactionCard entry={line.entry} model={model} />
      )}
    </div>
  );
}
