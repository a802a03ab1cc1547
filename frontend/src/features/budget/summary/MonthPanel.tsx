import { ActionList, listedActions } from '@/components/ActionList';
import { Filled } from '@/components/Filled';
import type { Month } from '@/generated/contract';
import { type Action, actIn, applicable } from '@/lib/actions/actions';
import type { AmountFormat } from '@/lib/format/amount';
import { cellName, monthSheet } from '@/lib/sheet/names';
import { useAmountCell } from '@/lib/sheet/useCell';
import { budgetTexts } from '@/texts/budget';
import type { MonthAt } from '../actions/monthAt';
import { ExplainButton } from '../explain/ExplainButton';
import { openExplain } from '../explain/openExplain';
import { Figure } from '../grid/Figure';
import type { SummaryLine } from '../model/amounts';
import styles from './panel.module.css';

interface MonthPanelProps {
  at: MonthAt;
  lines: readonly SummaryLine[];
  amounts: AmountFormat;
  actions: readonly Action<MonthAt>[];
  /** Closes the panel before an action runs. */
  onAct: (act: () => void) => void;
}

/** The calculation of the amount left in a month, and its actions. */
export function MonthPanel({ at, lines, amounts, actions, onAct }: MonthPanelProps) {
  return (
    <>
      <dl className={styles.lines}>
        {lines.map((line) => (
          <Line
            key={line.cell}
            line={line}
            month={at.month}
            amounts={amounts}
            onExplain={(cell) => onAct(() => openExplain(cell, at))}
          />
        ))}
      </dl>
      {actions.length > 0 && (
        <ActionList
          label={budgetTexts.actions}
          actions={listedActions(applicable(actions, at), at)}
          onAction={(id) => onAct(() => actIn(actions, id, at))}
        />
      )}
    </>
  );
}

interface LineProps {
  line: SummaryLine;
  month: Month;
  amounts: AmountFormat;
  onExplain: (cell: string) => void;
}

/** A line of the sum; one that adds nothing stays out. */
function Line({ line, month, amounts, onExplain }: LineProps) {
  const value = useAmountCell(monthSheet(month), line.cell);
  if (value === 0 && !line.ofCell) return null;
  return (
    <div className={styles.line} data-beside={line.isBeside}>
      <dt>{line.label}</dt>
      <dd>
        <ExplainButton onExplain={() => onExplain(cellName(monthSheet(month), line.cell))}>
          <Figure value={line.negate && value ? -value : value} amounts={amounts} />
        </ExplainButton>
        {line.ofCell && <Planned cell={line.ofCell} month={month} amounts={amounts} />}
      </dd>
    </div>
  );
}

function Planned({ cell, month, amounts }: { cell: string; month: Month; amounts: AmountFormat }) {
  const value = useAmountCell(monthSheet(month), cell);
  return (
    <span className={styles.planned}>
      <Filled
        text={budgetTexts.ofPlanned}
        parts={{ amount: <Figure value={value} amounts={amounts} /> }}
      />
    </span>
  );
}
