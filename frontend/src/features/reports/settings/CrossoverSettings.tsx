import { AmountField } from '@/components/pickers/AmountField';
import { rounded } from '@/features/dashboards/model/amounts';
import { commonTexts } from '@/texts/common';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { useDraft } from '../card/draft';
import { ChoiceSetting } from './ChoiceSetting';
import { NamesField } from './NamesField';
import { NumberSetting } from './NumberSetting';
import { optionsOf } from './options';
import { Section } from './Section';
import { SwitchSetting } from './SwitchSetting';
import { useAccountNames, useExpenseNames } from './useNames';

const PROJECTIONS = optionsOf(words.projections);

const USUAL_RATE = 0.04;
const PLACES = 4;

const listIn = (value: unknown) => (Array.isArray(value) ? (value as string[]) : null);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);
const ofPercent = (value: number | null) =>
  value === null ? undefined : rounded(value / 100, PLACES + 2);
const toPercent = (value: number | null) => (value === null ? null : rounded(value * 100, PLACES));
const notNegative = (value: number) => (value < 0 ? words.notNegative : null);
const atMostAll = (value: number) => (value < 0 || value > 100 ? words.upToAll : null);

/** What counts as savings and as expenses, and what is expected of them. */
export function CrossoverSettings() {
  const { meta, change } = useDraft();
  const accounts = useAccountNames();
  const categories = useExpenseNames(meta.showHiddenCategories === true);
  return (
    <>
      <Section title={words.savings}>
        <NamesField
          label={words.savingsAccounts}
          allLabel={commonTexts.allAccounts}
          groups={accounts}
          chosen={listIn(meta.incomeAccountIds)}
          onChange={(ids) => change({ incomeAccountIds: ids ?? undefined })}
        />
        <NumberSetting
          label={words.withdrawalRate}
          hint={words.withdrawalHint}
          value={toPercent(numberIn(meta.safeWithdrawalRate) ?? USUAL_RATE)}
          refuse={atMostAll}
          onChange={(value) => change({ safeWithdrawalRate: ofPercent(value) })}
        />
        <NumberSetting
          label={words.expectedReturn}
          hint={words.expectedReturnHint}
          value={toPercent(numberIn(meta.estimatedReturn))}
          onChange={(value) => change({ estimatedReturn: ofPercent(value) })}
        />
        <AmountField
          label={words.contribution}
          value={numberIn(meta.expectedContribution)}
          onChange={(cents) => change({ expectedContribution: cents ?? undefined })}
        />
      </Section>
      <Section title={words.expenses}>
        <NamesField
          label={words.expenseCategories}
          allLabel={words.allCategories}
          groups={categories}
          chosen={listIn(meta.expenseCategoryIds)}
          onChange={(ids) => change({ expenseCategoryIds: ids ?? undefined })}
        />
        <SwitchSetting setting="showHiddenCategories" label={words.showHidden} />
        <ChoiceSetting
          setting="projectionType"
          label={words.projection}
          options={PROJECTIONS}
          usual="hampel"
        />
        <NumberSetting
          label={words.adjustment}
          hint={words.adjustmentHint}
          value={toPercent(numberIn(meta.expenseAdjustmentFactor) ?? 1)}
          refuse={notNegative}
          onChange={(value) => change({ expenseAdjustmentFactor: ofPercent(value) })}
        />
      </Section>
    </>
  );
}
