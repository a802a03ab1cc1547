import type { Calendar } from '@/domain/reports/calendar';
import type { ScreenKind } from '@/features/dashboards/model/addresses';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { useDraft } from '../card/draft';
import { conditionsIn, opIn } from '../model/conditions';
import { ConditionsField } from './ConditionsField';
import { CrossoverSettings } from './CrossoverSettings';
import { ForecastSettings } from './ForecastSettings';
import { FormulaSettings } from './FormulaSettings';
import { KindSettings } from './KindSettings';
import { RangeSetting } from './RangeSetting';
import { SankeySettings } from './SankeySettings';
import { Section } from './Section';
import { SpendingSettings } from './SpendingSettings';
import { SummarySettings } from './SummarySettings';

interface SettingsProps {
  kind: ScreenKind;
  calendar: Calendar;
}

/** The cards whose range is chosen otherwise. */
const WITHOUT_RANGE: ReadonlySet<ScreenKind> = new Set<ScreenKind>([
  'spending-card',
  'formula-card',
]);

/** The cards that choose their transactions otherwise. */
const WITHOUT_CONDITIONS: ReadonlySet<ScreenKind> = new Set<ScreenKind>([
  'formula-card',
  'crossover-card',
]);

/** All settings of a card. */
export function Settings({ kind, calendar }: SettingsProps) {
  const { meta, change } = useDraft();
  return (
    <>
      {!WITHOUT_RANGE.has(kind) && (
        <Section title={reportsTexts.range}>
          <RangeSetting
            kind={kind}
            value={meta.timeFrame}
            onChange={(timeFrame) => change({ timeFrame })}
            calendar={calendar}
          />
        </Section>
      )}
      <OfKind kind={kind} calendar={calendar} />
      {!WITHOUT_CONDITIONS.has(kind) && (
        <Section title={words.conditions}>
          <ConditionsField
            label={words.conditions}
            conditions={conditionsIn(meta.conditions)}
            op={opIn(meta.conditionsOp)}
            onChange={(conditions, conditionsOp) => change({ conditions, conditionsOp })}
          />
        </Section>
      )}
    </>
  );
}

function OfKind({ kind, calendar }: SettingsProps) {
  switch (kind) {
    case 'spending-card':
      return <SpendingSettings calendar={calendar} />;
    case 'summary-card':
      return <SummarySettings />;
    case 'crossover-card':
      return <CrossoverSettings />;
    case 'sankey-card':
      return <SankeySettings />;
    case 'balance-forecast-card':
      return <ForecastSettings />;
    case 'formula-card':
      return <FormulaSettings calendar={calendar} />;
    default:
      return <KindSettings kind={kind} />;
  }
}
