import { ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chart } from '@/components/charts/Chart';
import { type ChartData, readSeries, written } from '@/components/charts/chart';
import type { PlotProps } from '@/components/charts/Plot';
import { EmptyNote } from '@/components/EmptyNote';
import { useFigureHome } from '@/domain/reports/FiguresOf';
import { figureIn } from '@/domain/reports/ReportFigure';
import { useFigureReturn } from '@/domain/reports/useFigureReturn';
import { useFigureWays } from '@/domain/reports/useFigureWays';
import { reportsTexts } from '@/texts/reports';
import type { Behind } from '../drill/behind';
import type { Written } from './about';

interface ViewChartProps {
  data: ChartData;
  written: Written;
  drawing?: (props: PlotProps) => ReactNode;
  /** The sources of its figures. */
  behind?: Behind;
  /** Exports its figures as CSV, if they are more than its table. */
  csv?: () => Promise<string>;
}

const nothing: Behind = () => null;

const isNothing = ({ series }: ChartData) =>
  series.every(({ values }) => values.every((value) => value === null || value === 0));

/** A chart of a screen, saved under the name of what it shows and its first and last period. */
export function ViewChart(props: ViewChartProps) {
  const { data, written: formats, drawing, behind = nothing, csv } = props;
  const { title, periods } = data;
  const { amounts } = formats;
  const home = useFigureHome();
  const ways = useFigureWays();
  const returnFigure = useFigureReturn();
  const [first, last] = drawing ? [] : [periods[0]?.key, periods.at(-1)?.key];
  const fileName = first && last ? reportsTexts.fileName(title, first, last) : title;
  const figureOf = (id: string, at: number | null) => {
    const series = readSeries(data).find((each) => each.id === id);
    const cents = at === null ? series?.total : series?.values[at];
    const of = home && series && typeof cents === 'number' ? behind(id, at) : null;
    if (!home || !series || !of) return null;
    const format = series.format ?? data.format;
    const value = written(format ? { format } : {}, amounts)(cents);
    const period = at === null ? undefined : periods[at];
    const { name } = series;
    const place = { id: `${id}/${period?.key ?? ''}`, name, value };
    return ways(figureIn(home, { ...place, ...(period ? { when: period.name } : {}), ...of }));
  };
  if (isNothing(data)) return <EmptyNote icon={ChartLine}>{reportsTexts.allZero}</EmptyNote>;
  return (
    <Chart
      data={data}
      amounts={amounts}
      fileName={fileName}
      returnFigure={returnFigure}
      figureOf={figureOf}
      explains
      {...(drawing ? { drawing } : {})}
      {...(csv ? { csv } : {})}
    />
  );
}
