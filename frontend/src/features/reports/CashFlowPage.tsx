import { ChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Chart } from '@/components/charts/Chart';
import { EmptyNote } from '@/components/EmptyNote';
import { useFigures } from '@/domain/reports/api';
import type { Calendar } from '@/domain/reports/calendar';
import { FiguresOf } from '@/domain/reports/FiguresOf';
import { figureIn } from '@/domain/reports/ReportFigure';
import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import type { AskedCard, CashFlow, Interval } from '@/generated/contract';
import { type DateFormat, formatDay, monthsBetween } from '@/lib/format/dates';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { reportsTexts } from '@/texts/reports';
import { Comparison } from './compare/Comparison';
import { comparedBehind } from './compare/series';
import { useEarlier } from './compare/useEarlier';
import { rangeWordsIn } from './compare/words';
import { balanceFigure, type Flow, flowFigure, isFlow } from './drill/cashFlowFigures';
import { Facts } from './Facts';
import { HowCalculated } from './HowCalculated';
import { cashFlowChart, isEmptyFlow } from './model/cashFlowChart';
import { figuresOf } from './model/figures';
import { RangeBar } from './RangeBar';
import { ReportFailed } from './ReportFailed';
import { ReportFrame } from './ReportFrame';
import { ReportWaiting } from './ReportWaiting';
import styles from './reports.module.css';
import { useOpenPeriod } from './useOpenPeriod';
import { useReportRange } from './useReportRange';
import { useToldChange } from './useToldChange';

/** The income and expenses of the budget, by day or month. */
export function CashFlowPage() {
  return (
    <ReportFrame title={reportsTexts.cashFlow}>
      {(calendar) => <CashFlowReport calendar={calendar} />}
    </ReportFrame>
  );
}

type View = Extract<Interval, 'Daily' | 'Monthly'>;

function CashFlowReport({ calendar }: { calendar: Calendar }) {
  const shown = useReportRange('cash-flow', calendar);
  const { from, to } = shown.range;
  const timeFrame = { start: from, end: to, mode: 'static' };
  const canBeDaily = monthsBetween(from, to) < MOST_DAILY_MONTHS;
  const [chosen, setView] = useView();
  const view = canBeDaily ? chosen : null;
  const card = { type: 'cash-flow-card', meta: { timeFrame }, ...(view ? { view } : {}) };
  const { data, error, refetch } = useFigures([card]);
  const { figures, failure } = figuresOf<CashFlow>(data, error);
  return (
    <>
      <RangeBar report="cash-flow" calendar={calendar} shown={shown} />
      {Boolean(failure) && <ReportFailed error={failure} onRetry={() => void refetch()} />}
      {!figures && !failure && <ReportWaiting />}
      {figures && isEmptyFlow(figures) && (
        <EmptyNote icon={ChartColumn}>{reportsTexts.empty}</EmptyNote>
      )}
      {figures && !isEmptyFlow(figures) && (
        <CashFlowFigures figures={figures} card={card} onView={canBeDaily ? setView : null} />
      )}
      <HowCalculated lines={reportsTexts.howCashFlow} />
    </>
  );
}

/** More days than those of so many months are not drawn one by one. */
const MOST_DAILY_MONTHS = 120;

/**
 * Days or months as they were chosen, in the address beside the range; another range begins with
 * what suits it.
 */
function useView(): [View | null, (view: View) => void] {
  const [search, setSearch] = useSearchParams();
  const setView = (view: View) =>
    setSearch(
      (params) => {
        params.set('view', view);
        return params;
      },
      { replace: true },
    );
  const chosen = VIEWS.find(({ id }) => id === search.get('view'));
  return [chosen?.id ?? null, setView];
}

const NAMES: Record<View, string> = { Daily: reportsTexts.days, Monthly: reportsTexts.months };
const [DAYS, MONTHS] = Object.keys(NAMES) as [View, View];
const VIEWS = [DAYS, MONTHS].map((id) => ({ id, name: NAMES[id] }));

const viewOf = ({ monthly }: CashFlow) => (monthly ? MONTHS : DAYS);

/** The first and the last day in words. */
const daysIn = ({ start, end }: CashFlow, dates: DateFormat) =>
  reportsTexts.daysFromTo(formatDay(start, dates), formatDay(end, dates));

interface CashFlowFiguresProps {
  figures: CashFlow;
  card: AskedCard;
  /** Null where the range is too long for days. */
  onView: ((view: View) => void) | null;
}

function CashFlowFigures({ figures, card, onView }: CashFlowFiguresProps) {
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const [withBalance, setWithBalance] = useState(true);
  const before = useEarlier<CashFlow>({ ...card, view: viewOf(figures) });
  const data = useMemo(
    () => cashFlowChart(figures, { amounts, dates, withBalance, before }),
    [figures, amounts, dates, withBalance, before],
  );
  const { returnTo, open } = useOpenPeriod(true);
  const { totalIncome, totalExpenses, totalTransfers, change } = figures;
  // All that is no transfer.
  const net = amounts.format(change - totalTransfers);
  useToldChange(
    `${figures.start} ${figures.end} ${figures.monthly}`,
    reportsTexts.now(reportsTexts.net, net),
  );
  const returnFigure = useFigureReturn();
  const ways = useFigureWays();
  const when = daysIn(figures, dates);
  const home = { card, id: data.id, title: data.title, when };
  const totals = (flow: Flow) =>
    amounts.format(
      {
        income: totalIncome,
        expenses: totalExpenses,
        transfers: totalTransfers,
        net: change - totalTransfers,
        change,
      }[flow],
    );
  const total = (flow: Flow) => ({ of: flowFigure(flow, { key: null, when }, totals) });
  const behindCompared = comparedBehind(before, figures, {
    format: amounts.format,
    when: rangeWordsIn(dates),
  });
  const figureOf = (series: string, at: number | null) => {
    const period = at === null ? { key: null, name: when } : data.periods[at];
    const value = data.series.find(({ id }) => id === series)?.values[at ?? -1];
    if (!period) return null;
    const place = { key: period.key, when: period.name };
    if (isFlow(series)) {
      const write = at === null ? totals : () => amounts.format(value);
      return ways(figureIn(home, flowFigure(series, place, write)));
    }
    const of = behindCompared(series, at);
    if (of) {
      const name = data.series.find(({ id }) => id === series)?.name ?? '';
      const named = { id: `${series}/${at ?? ''}`, name, value: amounts.format(value) };
      return ways(figureIn(home, { ...named, ...of }));
    }
    if (period.key === null) return null;
    return ways(figureIn(home, balanceFigure(period.key, period.name, amounts.format(value))));
  };
  const openAt = (at: number) => {
    const period = data.periods[at];
    if (period) open(period);
  };
  return (
    <FiguresOf {...home}>
      <div className={styles.card}>
        <Facts
          facts={[
            { name: reportsTexts.income, amount: amounts.format(totalIncome), ...total('income') },
            {
              name: reportsTexts.expenses,
              amount: amounts.format(totalExpenses),
              ...total('expenses'),
            },
            { name: reportsTexts.net, amount: net, ...total('net'), isMain: true },
            {
              name: reportsTexts.transfers,
              amount: amounts.format(totalTransfers),
              ...total('transfers'),
            },
            {
              name: reportsTexts.balanceChange,
              amount: amounts.format(change),
              ...total('change'),
            },
          ]}
        >
          {onView && (
            <ChoiceGroup
              label={reportsTexts.view}
              choices={VIEWS}
              value={viewOf(figures)}
              onChange={onView}
            />
          )}
          <Checkbox isSelected={withBalance} onChange={setWithBalance}>
            {reportsTexts.balanceLine}
          </Checkbox>
        </Facts>
        <Chart
          data={data}
          amounts={amounts}
          fileName={reportsTexts.fileName(data.title, figures.start, figures.end)}
          returnTo={returnTo}
          returnFigure={returnFigure}
          onOpen={openAt}
          figureOf={figureOf}
        />
      </div>
      <Comparison card={card} hasBudgets />
    </FiguresOf>
  );
}
