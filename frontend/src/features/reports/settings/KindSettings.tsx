import { LINES, MONTHLY } from '@/domain/reports/stored';
import type { ScreenKind } from '@/features/dashboards/model/addresses';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { ChoiceSetting } from './ChoiceSetting';
import { optionsOf } from './options';
import { Section } from './Section';
import { SwitchSetting } from './SwitchSetting';

const INTERVALS = optionsOf(words.intervals);
const AGE_STEPS = optionsOf(words.ageSteps);
const WORTH_MODES = optionsOf(words.worthModes);
const GRAPHS = optionsOf(words.graphs);

/** The settings of the types that have only a few. */
export function KindSettings({ kind }: { kind: ScreenKind }) {
  switch (kind) {
    case 'net-worth-card':
      return (
        <Section title={words.display}>
          <ChoiceSetting
            setting="interval"
            label={words.interval}
            options={INTERVALS}
            usual={MONTHLY}
          />
          <ChoiceSetting setting="mode" label={words.mode} options={WORTH_MODES} usual="trend" />
        </Section>
      );
    case 'cash-flow-card':
      return (
        <Section title={words.display}>
          <SwitchSetting setting="showBalance" label={words.showBalance} usual />
        </Section>
      );
    case 'calendar-card':
      return (
        <Section title={words.display}>
          <SwitchSetting
            setting="leaveOutTransfers"
            label={words.leaveOutTransfers}
            hint={words.leaveOutTransfersHint}
          />
        </Section>
      );
    case 'budget-analysis-card':
      return (
        <Section title={words.display}>
          <ChoiceSetting setting="graphType" label={words.graph} options={GRAPHS} usual={LINES} />
          <SwitchSetting setting="showBalance" label={words.showBalance} usual />
          <SwitchSetting setting="balanceOnly" label={words.balanceOnly} />
          <SwitchSetting setting="showHiddenCategories" label={words.showHidden} />
        </Section>
      );
    case 'age-of-money-card':
      return (
        <Section title={words.display}>
          <ChoiceSetting
            setting="granularity"
            label={words.interval}
            options={AGE_STEPS}
            usual="monthly"
          />
        </Section>
      );
    default:
      return null;
  }
}
