import type { ReactNode } from 'react';
import { Button } from '@/components/Button';
import { FormulaBody } from '@/features/dashboards/cards/FormulaBody';
import type { ScreenKind } from '@/features/dashboards/model/addresses';
import type {
  AgeOfMoney,
  BudgetAnalysis,
  CalendarFigures,
  CashFlow,
  Crossover,
  Figures,
  Forecast,
  FormulaResult,
  NetWorth,
  Sankey,
  Spending,
  Summary,
} from '@/generated/contract';
import { figureTexts } from '@/texts/dashboards';
import styles from '../reports.module.css';
import { focusFormula } from '../settings/focusFormula';
import { AgeView } from './AgeView';
import type { About } from './about';
import { BudgetView } from './BudgetView';
import { CalendarView } from './CalendarView';
import { CashFlowView } from './CashFlowView';
import { CrossoverView } from './CrossoverView';
import { ForecastView } from './ForecastView';
import { NetWorthView } from './NetWorthView';
import { SankeyView } from './SankeyView';
import { SpendingView } from './SpendingView';
import { SummaryView } from './SummaryView';

interface CardViewProps {
  kind: ScreenKind;
  figures: Figures;
  about: About;
}

/** The figures of a card at their full size. */
export function CardView(props: CardViewProps) {
  return <div className={styles.card}>{drawn(props)}</div>;
}

/** The figures of a type come in its own shape. */
function drawn({ kind, figures, about }: CardViewProps): ReactNode {
  switch (kind) {
    case 'net-worth-card':
      return <NetWorthView figures={figures as NetWorth} about={about} />;
    case 'cash-flow-card':
      return <CashFlowView figures={figures as CashFlow} about={about} />;
    case 'spending-card':
      return <SpendingView figures={figures as Spending} about={about} />;
    case 'summary-card':
      return <SummaryView figures={figures as Summary} />;
    case 'calendar-card':
      return <CalendarView figures={figures as CalendarFigures} about={about} />;
    case 'budget-analysis-card':
      return <BudgetView figures={figures as BudgetAnalysis} about={about} />;
    case 'crossover-card':
      return <CrossoverView figures={figures as Crossover} about={about} />;
    case 'sankey-card':
      return <SankeyView figures={figures as Sankey} about={about} />;
    case 'age-of-money-card':
      return <AgeView figures={figures as AgeOfMoney} about={about} />;
    case 'balance-forecast-card':
      return <ForecastView figures={figures as Forecast} about={about} />;
    default:
      return (
        <FormulaBody
          figures={figures as FormulaResult}
          meta={about.meta}
          way={<Button onPress={focusFormula}>{figureTexts.writeFormula}</Button>}
        />
      );
  }
}
