import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/ChartFrame';
import { Donut } from '@/components/charts/Donut';
import { Ranks } from '@/components/charts/Ranks';
import { tableCsv, tableText } from '@/components/charts/tableText';
import { EmptyNote } from '@/components/EmptyNote';
import { fetchCsv } from '@/domain/reports/api';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { BALANCE, GRAPH, SPLIT } from '@/domain/reports/stored';
import { LeftOut } from '@/features/dashboards/cards/LeftOut';
import { isByTime, isOfBudgets, shownValue } from '@/features/dashboards/model/reportRows';
import type { CustomReport } from '@/generated/contract';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { comparedReportBehind, isCompared } from '../compare/reportSeries';
import { useBeside } from '../compare/useBeside';
import { useEarlier } from '../compare/useEarlier';
import type { Behind } from '../drill/behind';
import { averageFigure, cellFigure, reportBehind } from '../drill/reportFigures';
import { Facts } from '../Facts';
import {
  intervalsChart,
  ringsChart,
  rowsChart,
  seriesChart,
  slicesChart,
  tableData,
} from '../model/reportChart';
import styles from '../reports.module.css';
import { useWritten } from '../views/useWritten';
import { ViewChart } from '../views/ViewChart';
import { ReportTable } from './ReportTable';

interface CustomReportViewProps {
  figures: CustomReport;
  about: { id: string; title: string };
  withTrends: boolean;
}

/** A report in its form, with its total and what it leaves out. */
export function CustomReportView({ figures, about, withTrends }: CustomReportViewProps) {
  const written = useWritten();
  const { id, title } = about;
  const { total, average, interval, balanceType } = figures;
  const isEmpty = figures.rows.length === 0 && !(isByTime(figures) && figures.intervals.length > 0);
  const { format } = written.amounts;
  const beside = useBeside((cents) => shownValue(figures, cents));
  const facts = [
    {
      name: words.balances[balanceType],
      amount: format(shownValue(figures, total.value)),
      of: { ...cellFigure(figures, {}), id: 'total' },
      isMain: true,
      ...(isOfBudgets(figures) ? {} : beside('total')),
    },
    ...(balanceType === BALANCE.net
      ? [
          {
            name: words.balances.Deposit,
            amount: format(total.deposits),
            of: { ...cellFigure(figures, { side: 'in' }), id: 'deposits' },
          },
          {
            name: words.balances.Payment,
            amount: format(total.payments),
            of: { ...cellFigure(figures, { side: 'out' }), id: 'payments' },
          },
        ]
      : []),
    {
      name: words.averagesPer[interval],
      amount: format(shownValue(figures, average)),
      of: averageFigure(figures, format),
    },
  ];
  return (
    <div className={styles.card}>
      <Facts facts={facts} />
      {isEmpty ? (
        <EmptyNote icon={ChartColumn}>{reportsTexts.empty}</EmptyNote>
      ) : (
        <Drawn {...{ figures, id, title, withTrends }} />
      )}
      <LeftOut notShown={figures.notShown} />
    </div>
  );
}

/** Stands for a report without a screen, which is compared with nothing. */
const NOTHING = { type: 'custom-report' };

interface DrawnProps {
  figures: CustomReport;
  id: string;
  title: string;
  withTrends: boolean;
}

function Drawn({ figures, id, title, withTrends }: DrawnProps) {
  const written = useWritten();
  const { graphType } = figures;
  const home = useFigureHome();
  const earlier = useEarlier<CustomReport>(home?.card ?? NOTHING);
  const before = isOfBudgets(figures) ? null : earlier;
  const data = useMemo(() => {
    const named = { id, title, before, ...written };
    if (graphType === GRAPH.table) return tableData(figures, named);
    if (isByTime(figures)) return intervalsChart(figures, named);
    if (figures.overTime) return seriesChart(figures, { ...named, withTrends });
    if (figures.split === SPLIT.categoryGroup) return ringsChart(figures, named);
    return graphType === GRAPH.donut ? slicesChart(figures, named) : rowsChart(figures, named);
  }, [figures, id, title, written, withTrends, graphType, before]);
  const csv = async () => (home ? fetchCsv(home.card) : tableCsv(data));
  const behind = useMemo(() => {
    const own = reportBehind(figures, written.amounts.format);
    const ofRows = !isByTime(figures) && !figures.overTime;
    const compared = comparedReportBehind(
      before,
      (at) => (ofRows ? figures.rows[at] : null) ?? null,
    );
    const both: Behind = (series, at) => (isCompared(series) ? compared : own)(series, at);
    return both;
  }, [figures, written.amounts, before]);
  if (graphType === GRAPH.table) {
    const { sentence } = data;
    return (
      <ChartFrame
        id={id}
        title={title}
        sentence={sentence}
        fileName={reportsTexts.fileName(title, figures.start, figures.end)}
        drawn={null}
        table={<ReportTable report={figures} title={title} />}
        text={() => tableText(data, written.amounts)}
        csv={csv}
      />
    );
  }
  if (isByTime(figures) || figures.overTime) {
    return <ViewChart data={data} written={written} behind={behind} csv={csv} />;
  }
  const drawing = graphType === GRAPH.donut ? Donut : Ranks;
  return <ViewChart data={data} written={written} drawing={drawing} behind={behind} csv={csv} />;
}
