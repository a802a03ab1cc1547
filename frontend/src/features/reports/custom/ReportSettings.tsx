import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { FILTER_FIELDS, type FieldId } from '@/components/conditions/conditions';
import { Select } from '@/components/Select';
import type { Calendar } from '@/domain/reports/calendar';
import { BALANCE, GRAPH, SPLIT } from '@/domain/reports/stored';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import { reportsTexts } from '@/texts/reports';
import { balancesOf, chosen, graphsOf, intervalsOf, type Report, splitsOf } from '../model/report';
import { ConditionsField } from '../settings/ConditionsField';
import { optionsOf, someOf } from '../settings/options';
import { Section } from '../settings/Section';
import { ReportRange, type ShownDays } from './ReportRange';

interface ReportSettingsProps {
  report: Report;
  /** The days that are shown; null while they are computed. */
  range: ShownDays | null;
  calendar: Calendar;
  onChange: (report: Report) => void;
}

const MODES = optionsOf(words.reportModes);
const SORTS = optionsOf(words.reportSorts);
const ONLY_CATEGORY: readonly FieldId[] = ['category'];

/** All settings of a saved report. */
export function ReportSettings({ report, range, calendar, onChange }: ReportSettingsProps) {
  const choose = (choice: Partial<Report>) => onChange(chosen(report, choice));
  const isOverTime = report.mode === 'time';
  const isSplitByTime = report.groupBy === SPLIT.interval;
  const isBudgeted = report.balanceType === BALANCE.budgeted;
  const graphs = graphsOf(report);
  const graph = graphs.includes(report.graphType) ? report.graphType : GRAPH.table;
  return (
    <>
      <Section title={words.display}>
        <ChoiceGroup
          label={words.reportMode}
          isLabelHidden
          look="bar"
          choices={MODES}
          value={isOverTime ? 'time' : 'total'}
          onChange={(mode) => choose({ mode })}
        />
        <Select
          label={words.balanceType}
          options={someOf(balancesOf(report), words.balances)}
          value={report.balanceType}
          onChange={(balanceType) => choose({ balanceType })}
        />
        <Select
          label={words.split}
          options={someOf(splitsOf(report), words.splits)}
          value={report.groupBy}
          onChange={(groupBy) => choose({ groupBy })}
        />
        <Select
          label={words.interval}
          options={someOf(intervalsOf(report), words.intervals)}
          value={report.interval}
          onChange={(interval) => choose({ interval })}
        />
        <ChoiceGroup
          label={words.graph}
          choices={someOf(graphs, words.reportGraphs)}
          value={graph}
          onChange={(graphType) => choose({ graphType })}
        />
        {!isSplitByTime && (
          <Select
            label={words.sort}
            options={SORTS}
            value={SORTS.find(({ id }) => id === report.sortBy)?.id ?? 'desc'}
            onChange={(sortBy) => choose({ sortBy })}
          />
        )}
      </Section>
      <Section title={reportsTexts.range}>
        <ReportRange report={report} range={range} calendar={calendar} onChange={choose} />
      </Section>
      <Section title={words.shownToo}>
        <Flag report={report} flag="showHiddenCategories" onChange={choose} />
        {!isBudgeted && <Flag report={report} flag="showOffBudget" onChange={choose} />}
        {!isBudgeted && <Flag report={report} flag="showUncategorized" onChange={choose} />}
        {!isSplitByTime && <Flag report={report} flag="showEmpty" onChange={choose} />}
        {(isOverTime || isSplitByTime) && (
          <Flag report={report} flag="trimIntervals" onChange={choose} />
        )}
        {isOverTime && <Flag report={report} flag="showTrendLines" onChange={choose} />}
      </Section>
      <Section title={words.conditions}>
        <ConditionsField
          label={words.conditions}
          conditions={report.conditions}
          op={report.conditionsOp}
          fields={isBudgeted ? ONLY_CATEGORY : FILTER_FIELDS}
          onChange={(conditions, conditionsOp) =>
            choose({ conditions: [...conditions], conditionsOp })
          }
        />
      </Section>
    </>
  );
}

interface FlagProps {
  report: Report;
  flag: keyof typeof words.flags;
  onChange: (choice: Partial<Report>) => void;
}

function Flag({ report, flag, onChange }: FlagProps) {
  return (
    <Checkbox isSelected={report[flag]} onChange={(is) => onChange({ [flag]: is })}>
      {words.flags[flag]}
    </Checkbox>
  );
}
