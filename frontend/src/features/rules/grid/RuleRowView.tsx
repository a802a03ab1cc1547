import { CircleAlert, GitCompareArrows } from 'lucide-react';
import { useStore } from 'zustand';
import type { GridRowProps } from '@/components/grid/Grid';
import { useFocusedColumn } from '@/components/grid/gridStore';
import { rulesTexts } from '@/texts/rules';
import type { RuleRow } from '../model/rows';
import type { RuleColumn, RulesController } from './RulesController';
import styles from './rules.module.css';
import { Sentence } from './Sentence';

interface RowProps extends GridRowProps<RuleRow> {
  grid: RulesController;
}

/** One rule. */
export function RuleRowView({ row, ...rest }: RowProps) {
  return row ? <KnownRow row={row} {...rest} /> : null;
}

function KnownRow({ row, index, style, grid }: RowProps & { row: RuleRow }) {
  const focused = useFocusedColumn(row.id);
  const isSelected = useStore(grid.selection, ({ rows }) => rows.has(row.id));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row-id={row.id}
      className={styles.row}
      style={style}
    >
      {grid.columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          aria-label={cellName(column, row)}
          tabIndex={focused === column ? 0 : -1}
          data-col={column}
          className={styles.cell}
        >
          <Content column={column} row={row} isSelected={isSelected} hasStage={grid.isTouch} />
        </div>
      ))}
    </div>
  );
}

function cellName(column: RuleColumn, row: RuleRow): string {
  if (column === 'rule') {
    const more = [row.error, row.contradiction?.text];
    return [row.text, ...more.filter((it) => it)].join('. ');
  }
  return column === 'stage' ? row.stage : rulesTexts.columns[column];
}

interface ContentProps {
  column: RuleColumn;
  row: RuleRow;
  isSelected: boolean;
  /** The stage has no column of its own. */
  hasStage: boolean;
}

function Content({ column, row, isSelected, hasStage }: ContentProps) {
  if (column === 'select') {
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={rulesTexts.select}
        checked={isSelected}
        readOnly
      />
    );
  }
  if (column === 'stage') return <Stage row={row} />;
  if (column === 'rule') return <Words row={row} hasStage={hasStage} />;
  return (
    <button type="button" tabIndex={-1} data-action="edit" className={styles.edit}>
      {rulesTexts.edit}
    </button>
  );
}

function Stage({ row }: { row: RuleRow }) {
  return (
    <span className={styles.stage} data-stage={row.rule.stage ?? undefined}>
      {row.stage}
    </span>
  );
}

function Words({ row, hasStage }: { row: RuleRow; hasStage: boolean }) {
  const isUsual = row.rule.stage === null;
  return (
    <>
      <div className={styles.words} title={row.text}>
        <div className={styles.part}>
          {hasStage && !isUsual && <Stage row={row} />}
          <Sentence phrases={row.conditions} />
        </div>
        {row.error === null ? (
          <div className={styles.part}>
            <span className={styles.arrow} aria-hidden="true">
              →
            </span>
            <Sentence phrases={row.actions} />
          </div>
        ) : (
          <div className={styles.error}>
            <CircleAlert size="1rem" aria-hidden="true" />
            <span>{row.error}</span>
          </div>
        )}
      </div>
      {row.contradiction && (
        <div className={styles.conflict}>
          <GitCompareArrows size="1rem" aria-hidden="true" />
          <span>
            {row.contradiction.text}{' '}
            <button type="button" tabIndex={-1} data-action="show-other" className={styles.other}>
              {rulesTexts.showOther}
            </button>
          </span>
        </div>
      )}
    </>
  );
}
