import type { ReactNode } from 'react';
import { Chart } from '@/components/charts/Chart';
import type { ChartData } from '@/components/charts/chart';
import type { PlotProps } from '@/components/charts/Plot';
import { reportsTexts } from '@/texts/reports';
import type { Written } from './about';

interface ViewChartProps {
  data: ChartData;
  written: Written;
  drawing?: (props: PlotProps) => ReactNode;
}

/** A chart of a screen, saved under the name of what it shows and its first and last period. */
export function ViewChart({ data, written, drawing }: ViewChartProps) {
  const { title, periods } = data;
  const [first, last] = drawing ? [] : [periods[0]?.key, periods.at(-1)?.key];
  const fileName = first && last ? reportsTexts.fileName(title, first, last) : title;
  return (
    <Chart
      data={data}
      amounts={written.amounts}
      fileName={fileName}
      {...(drawing ? { drawing } : {})}
    />
  );
}
