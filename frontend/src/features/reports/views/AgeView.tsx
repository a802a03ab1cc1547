import { Hourglass } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyNote } from '@/components/EmptyNote';
import { Figure } from '@/features/dashboards/cards/Figure';
import { ageFigure, ageTrendWords } from '@/features/dashboards/model/ageFigure';
import type { AgeOfMoney } from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import type { Behind } from '../drill/behind';
import { periodOf } from '../model/periods';
import { trendSentence } from '../model/sentences';
import styles from '../reports.module.css';
import type { About } from './about';
import { useWritten } from './useWritten';
import { ViewChart } from './ViewChart';

interface AgeViewProps {
  figures: AgeOfMoney;
  about: About;
}

/** How long money waits between coming and going. */
export function AgeView({ figures, about }: AgeViewProps) {
  const written = useWritten();
  const { current, points, insufficient } = figures;
  const data = useMemo(() => {
    const periods = points.map(({ key }) => periodOf(key, written.dates));
    const values = points.map(({ age }) => age);
    const amounts = {
      ...written.amounts,
      format: (value: number | null | undefined) => figureTexts.age(value ?? 0),
    };
    return {
      id: about.id,
      title: about.title,
      sentence: trendSentence(words.ageName, { values, periods, amounts }),
      periodName:
        about.meta.granularity === 'monthly' || !about.meta.granularity
          ? reportsTexts.month
          : reportsTexts.day,
      periods,
      format: figureTexts.age,
      series: [{ id: 'age', name: words.ageName, values, look: 'area' as const, hue: 1 as const }],
    };
  }, [points, written, about]);
  const spendingOf: Behind = (_, at) => {
    const point = at === null ? undefined : points[at];
    if (!point) return null;
    return { part: { point: point.key }, isNoSum: true, formula: figureTexts.howAgeThen };
  };
  if (current === null || points.length === 0) {
    const why = insufficient ? figureTexts.insufficient : figureTexts.noAge;
    return <EmptyNote icon={Hourglass}>{why}</EmptyNote>;
  }
  return (
    <>
      <div>
        <Figure words={ageTrendWords(figures, written.dates)} isTabStop>
          {ageFigure(figures, written)}
        </Figure>
        <p className={styles.note}>
          {insufficient ? figureTexts.insufficient : figureTexts.ageHint}
        </p>
      </div>
      <ViewChart data={data} written={written} behind={spendingOf} />
    </>
  );
}
