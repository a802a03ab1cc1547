import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { List, type RowComponentProps } from 'react-window';
import { useRem } from '@/components/useRem';
import type { TransactionData } from '@/domain/transactions/useTransactionData';
import { isSpecialView, type ViewId } from '@/domain/transactions/view';
import { keepFocusInPage } from '@/lib/focus/regions';
import type { AmountFormat } from '@/lib/format/amount';
import type { DateFormat } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useToday } from '@/lib/prefs/useToday';
import { registerTexts } from '@/texts/register';
import type { RegisterController } from '../grid/RegisterController';
import type { RegisterList } from '../model/registerList';
import { rowOf } from '../model/registerSource';
import { useVersion } from '../useRegisterList';
import { CARD_REM, dayAt, dayTitle, HEADER_REM, startsDay } from './dayLines';
import styles from './mobile.module.css';
import { TransactionCard } from './TransactionCard';
import { useDayWindow } from './useDayWindow';

interface DayListProps {
  controller: RegisterController;
  /** The effect of pressing a card. */
  mode: CardMode;
  viewId: ViewId;
  empty: ReactNode;
}

/** A press opens the transaction or selects it; while reconciling, a mark beside it ticks it off. */
export type CardMode = 'open' | 'select' | 'tick';

export interface CardModel {
  controller: RegisterController;
  mode: CardMode;
  list: RegisterList;
  data: TransactionData;
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
  /** The first line. */
  base: number;
}

const OVERSCAN_LINES = 8;
/** Lines loaded beyond the visible ones on each side, so that few are waited for. */
const AHEAD_LINES = 30;
const FIRST_HEIGHT_PX = 640;

/** The cards of a register by day; the day in view stays at the top. */
export function DayList({ controller, mode, viewId, empty }: DayListProps) {
  const { list, data } = controller.model;
  const version = useVersion(list);
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const today = useToday();
  const rem = useRem();
  const withAccount = isSpecialView(viewId);
  const [first, setFirst] = useState(0);
  const model = useMemo<CardModel>(
    () => ({ controller, mode, list, data, withAccount, amounts, dates, today }),
    [controller, mode, list, data, withAccount, amounts, dates, today],
  );
  const { base, held, setList } = useDayWindow(list, version, rem);
  const rowProps = useMemo<LineProps>(
    () => ({ model, version, rem, base }),
    [model, version, rem, base],
  );
  const showRange = useCallback(
    ({ startIndex, stopIndex }: { startIndex: number; stopIndex: number }) => {
      setFirst(base + startIndex);
      list.show(base + startIndex - AHEAD_LINES, base + stopIndex + AHEAD_LINES);
    },
    [list, base],
  );
  const drawn = useRef(version);
  useEffect(() => {
    // A card that is ticked off may leave the list, and with it the focus.
    if (mode === 'tick' && version !== drawn.current) keepFocusInPage();
    drawn.current = version;
  }, [mode, version]);
  if (list.lineCount === 0) return <div className={styles.empty}>{empty}</div>;
  const day = dayAt(list, first);
  return (
    <List
      role="group"
      aria-label={registerTexts.transactions}
      className={styles.list}
      listRef={setList}
      rowComponent={LineView}
      rowProps={rowProps}
      rowKey={keyOf}
      rowCount={held}
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

function heightOf(index: number, { model, rem, base }: LineProps): number {
  return (startsDay(model.list, base + index) ? CARD_REM + HEADER_REM : CARD_REM) * rem;
}

function keyOf(index: number, { model, base }: LineProps): string {
  const line = model.list.line(base + index);
  return rowOf(line)?.id ?? String(base + index);
}

function LineView({ index: place, style, model, base }: RowComponentProps<LineProps>) {
  const { list, dates, today } = model;
  const index = base + place;
  const line = list.line(index);
  const day = startsDay(list, index) ? dayAt(list, index) : null;
  return (
    <div style={style}>
      {day && <h2 className={styles.day}>{dayTitle(day, today, dates)}</h2>}
      {line.kind === 'unknown' ? (
        <div className={styles.card} aria-hidden="true" />
      ) : (
        <TransactionCard
          entry={line.entry}
          partId={line.kind === 'child' ? line.row.id : null}
          model={model}
        />
      )}
    </div>
  );
}
