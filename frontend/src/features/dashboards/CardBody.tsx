import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { LoadFailed } from '@/components/LoadFailed';
import { PartPlace } from '@/components/PartPlace';
import { SkeletonLines } from '@/components/SkeletonLines';
import { useOverflows } from '@/components/useOverflows';
import { useCalendar } from '@/domain/reports/calendar';
import type {
  AgeOfMoney,
  BudgetAnalysis,
  CalendarFigures,
  CardFigures,
  CashFlow,
  Crossover,
  CustomReport,
  Figures,
  Forecast,
  FormulaResult,
  Month,
  NetWorth,
  Sankey,
  Spending,
  Summary,
} from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { monthTitle } from '@/lib/format/dates';
import { lazy } from '@/lib/parts/lazy';
import { cardTexts, figureTexts } from '@/texts/dashboards';
import { errorText } from '@/texts/errors';
import { type CardAt, removeAction, textAction } from './actions/card';
import { changeSettings, run } from './api';
import styles from './card.module.css';
import { AgeOfMoneyBody } from './cards/AgeOfMoneyBody';
import { BudgetAnalysisBody } from './cards/BudgetAnalysisBody';
import { CalendarBody } from './cards/CalendarBody';
import { CashFlowBody } from './cards/CashFlowBody';
import { CrossoverBody } from './cards/CrossoverBody';
import { CustomReportBody } from './cards/CustomReportBody';
import { ForecastBody } from './cards/ForecastBody';
import { FormulaBody } from './cards/FormulaBody';
import { NetWorthBody } from './cards/NetWorthBody';
import { SankeyBody } from './cards/SankeyBody';
import { SpendingBody } from './cards/SpendingBody';
import { SummaryBody } from './cards/SummaryBody';
import { placeOf } from './model/addresses';
import { hasFigures, hidesTitle, isUnwritten, settingOf } from './model/cards';
import { allTimeFrom } from './model/range';

const MarkdownText = lazy(() => import('./cards/MarkdownText'), true);

interface CardBodyProps {
  at: CardAt;
  /** Undefined while its figures are computed for the first time. */
  shown: CardFigures | undefined;
  isFailed: boolean;
  /** Asks for the figures again. */
  onRetry: () => void;
  /** The keyboard is at this card, so that Tab stops in it. */
  isCurrent: boolean;
}

/** Errors that may be gone when one asks again. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'timeout', 'internal']);

/** The content of a card, or the reason why it shows nothing. */
export function CardBody({ at, shown, isFailed, onRetry, isCurrent }: CardBodyProps) {
  const { card, title } = at;
  if (card.isMetaUnreadable) return <Refusal at={at}>{cardTexts.unreadable}</Refusal>;
  if (isUnwritten(card)) {
    return (
      <Body title={title} isTabStop={isCurrent}>
        <div className={styles.invitation}>
          <Button onPress={() => textAction.run(at)} isDisabled={at.offline}>
            {figureTexts.writeText}
          </Button>
        </div>
      </Body>
    );
  }
  if (card.type === 'markdown-card') {
    const { meta } = card;
    return (
      <Body title={title} isTabStop={isCurrent} isText>
        <PartPlace fallback={<SkeletonLines lines={3} />}>
          <MarkdownText
            text={settingOf(card, 'content')}
            align={settingOf({ meta }, 'text_align')}
          />
        </PartPlace>
      </Body>
    );
  }
  if (card.type === 'monte-carlo-card') {
    return (
      <Body title={title} isTabStop={isCurrent}>
        <p className={styles.note}>{cardTexts.notComputed}</p>
      </Body>
    );
  }
  if (!hasFigures(card)) return <Refusal at={at}>{cardTexts.unknownType(card.type)}</Refusal>;
  if (!shown && isFailed) return <NotLoaded />;
  if (!shown)
    return (
      <div className={styles.body}>
        <SkeletonLines lines={3} />
      </div>
    );
  if ('error' in shown) {
    const { code, message } = shown.error;
    if (code === 'report-not-found') return <Refusal at={at}>{cardTexts.reportGone}</Refusal>;
    const words = errorText(new CallError(code, message));
    if (!PASSING.has(code)) return <Refusal at={at}>{words}</Refusal>;
    return <LoadFailed onRetry={onRetry}>{words}</LoadFailed>;
  }
  return (
    <Body title={title} isTabStop={isCurrent} isText={hidesTitle(card)}>
      {drawn(at, shown.figures, isCurrent)}
    </Body>
  );
}

/** The figures of a type come in its own shape. */
function drawn(at: CardAt, figures: Figures, isCurrent: boolean): ReactNode {
  const { type, meta } = at.card;
  const place = placeOf(at.card);
  const way = place && (
    <ButtonLink look="plain" to={place} tabIndex={isCurrent ? 0 : -1}>
      {figureTexts.writeFormula}
    </ButtonLink>
  );
  switch (type) {
    case 'net-worth-card':
      return <NetWorthBody figures={figures as NetWorth} />;
    case 'cash-flow-card':
      return <CashFlowBody figures={figures as CashFlow} />;
    case 'spending-card':
      return <SpendingBody figures={figures as Spending} />;
    case 'summary-card':
      return <SummaryBody figures={figures as Summary} />;
    case 'calendar-card':
      return <CalendarBody figures={figures as CalendarFigures} />;
    case 'custom-report':
      return <CustomReportBody figures={figures as CustomReport} />;
    case 'budget-analysis-card':
      return <BudgetAnalysisBody figures={figures as BudgetAnalysis} />;
    case 'crossover-card':
      return (
        <CrossoverBody
          figures={figures as Crossover}
          way={(start) => <StartIn at={at} start={start} isTabStop={isCurrent} />}
        />
      );
    case 'sankey-card':
      return (
        <SankeyBody
          figures={figures as Sankey}
          isPercent={meta?.showPercentages === true}
          isBudgeted={meta?.mode === 'budgeted'}
        />
      );
    case 'age-of-money-card':
      return <AgeOfMoneyBody figures={figures as AgeOfMoney} />;
    case 'balance-forecast-card':
      return <ForecastBody figures={figures as Forecast} meta={meta} />;
    default:
      return <FormulaBody figures={figures as FormulaResult} meta={meta} way={way} />;
  }
}

/** Lets all time of a card begin in a month. */
function StartIn({ at, start, isTabStop }: { at: CardAt; start: Month; isTabStop: boolean }) {
  const { calendar } = useCalendar();
  const begin = () =>
    calendar && void run(changeSettings(at.card, { timeFrame: allTimeFrom(start, calendar) }));
  return (
    <div className={styles.way}>
      <Button isDisabled={at.offline || !calendar} excludeFromTabOrder={!isTabStop} onPress={begin}>
        {figureTexts.startIn(monthTitle(start))}
      </Button>
    </div>
  );
}

interface BodyProps {
  title: string;
  /** Tab stops here in any case. */
  isTabStop: boolean;
  isText?: boolean;
  children: ReactNode;
}

/** What does not fit in the card scrolls, by the keyboard too. */
function Body({ title, isTabStop, isText = false, children }: BodyProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const { scrolls, hasMore } = useOverflows(place, 'down');
  return (
    <div
      ref={setPlace}
      role="group"
      aria-label={title}
      tabIndex={isTabStop || scrolls ? 0 : -1}
      data-card-body
      data-more={hasMore || undefined}
      className={`${styles.body} ${isText ? styles.text : ''}`}
    >
      {children}
    </div>
  );
}

/** The page says why, and offers to try again. */
function NotLoaded() {
  return (
    <p className={styles.notLoaded}>
      <CircleAlert size="1rem" aria-hidden="true" />
      {cardTexts.notLoaded}
    </p>
  );
}

/** A card that shows nothing says why, and can be removed. */
function Refusal({ at, children }: { at: CardAt; children: string }) {
  return (
    <div className={styles.refusal}>
      <p>{children}</p>
      <Button onPress={() => removeAction.run(at)} isDisabled={at.offline}>
        {cardTexts.remove}
      </Button>
    </div>
  );
}
