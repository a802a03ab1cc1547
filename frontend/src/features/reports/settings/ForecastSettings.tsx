import { DAILY } from '@/domain/reports/stored';
import { commonTexts } from '@/texts/common';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { useDraft } from '../card/draft';
import { ChoiceSetting } from './ChoiceSetting';
import { NamesField } from './NamesField';
import { optionsOf } from './options';
import { Section } from './Section';
import { SwitchSetting } from './SwitchSetting';
import { useAccountNames } from './useNames';

const { Daily, Monthly } = words.intervals;
const STEPS = optionsOf({ Daily, Monthly });

const SOURCES = optionsOf(words.sources);

/** The settings of a forecast. */
export function ForecastSettings() {
  const { meta, change } = useDraft();
  const accounts = useAccountNames();
  const isScheduled = meta.source !== 'tracking-budget';
  const chosen = Array.isArray(meta.accounts) ? (meta.accounts as string[]) : null;
  return (
    <Section title={words.display}>
      <ChoiceSetting setting="source" label={words.source} options={SOURCES} usual="schedules" />
      <ChoiceSetting setting="granularity" label={words.interval} options={STEPS} usual={DAILY} />
      {isScheduled && (
        <>
          <SwitchSetting setting="includeMissed" label={words.includeMissed} usual />
          <SwitchSetting setting="includeBudget" label={words.includeBudget} />
        </>
      )}
      <NamesField
        label={words.accounts}
        allLabel={commonTexts.allAccounts}
        groups={accounts}
        chosen={chosen}
        onChange={(ids) => change({ accounts: ids ?? undefined })}
      />
    </Section>
  );
}
