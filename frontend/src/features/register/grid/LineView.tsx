import type { CSSProperties } from 'react';
import type { GridRowProps } from '@/components/grid/Grid';
import { Skeleton } from '@/components/Skeleton';
import { rowNames } from '@/domain/transactions/names';
import type { Entry } from '@/domain/transactions/transaction';
import { registerTexts } from '@/texts/register';
import { isExpanded } from '../model/folding';
import type { Line } from '../model/lines';
import { useEntry } from '../useRegisterList';
import styles from './grid.module.css';
import type { RegisterModel } from './registerModel';
import { TransactionRow } from './TransactionRow';

/** One line of the list: a transaction, a part of a split, or the place of one not here yet. */
export function LineView(props: GridRowProps<Line> & { model: RegisterModel }) {
  const { row: line, index, style, model } = props;
  if (!line || line.kind === 'unknown') {
    return <UnknownLine index={index} style={style} model={model} />;
  }
  const rowId = line.kind === 'child' ? line.row.id : line.entry.row.id;
  return (
    <KnownLine
      rowId={rowId}
      entryId={line.entry.row.id}
      index={index}
      style={style}
      model={model}
    />
  );
}

interface PlaceProps {
  index: number;
  style: CSSProperties;
  model: RegisterModel;
}

function KnownLine({ rowId, entryId, ...place }: PlaceProps & { rowId: string; entryId: string }) {
  const { model } = place;
  const entry = useEntry(model.list, entryId);
  const row = entry?.row.id === rowId ? entry.row : entry?.children.find(({ id }) => id === rowId);
  if (!entry || !row) return <UnknownLine {...place} />;
  const names = rowNames(row, model);
  const isPart = row !== entry.row;
  const isAlone = isPart && model.folding.partsOnly === true;
  return (
    <TransactionRow
      row={row}
      childCount={row.is_parent ? entry.children.length : 0}
      childCategories={childCategories(entry.children, model)}
      isLastChild={entry.children.at(-1) === row}
      isExpanded={row.is_parent && isExpanded(model.folding, row.id)}
      splitOf={isPart ? payeesOf(entry, model) : ''}
      isAlone={isAlone}
      payee={
        isPart ? names.payee || (isAlone ? payeesOf(entry, model) : '') : payeesOf(entry, model)
      }
      category={names.category}
      account={names.account}
      isTransfer={names.isTransfer}
      needsCategory={names.needsCategory}
      {...place}
    />
  );
}

/** The payees of a split: its lines' payee if they share one, else the first and how many more. */
function payeesOf({ row, children }: Entry, model: RegisterModel): string {
  const { data } = model;
  const own = rowNames(row, model).payee;
  if (own || !row.is_parent) return own;
  const names = children.map(({ payee }) => data.payee.get(payee ?? '')?.name ?? '');
  const [first = '', ...others] = new Set(names.filter(Boolean));
  return others.length === 0 ? first : registerTexts.andMore(first, others.length);
}

function childCategories(
  children: readonly { category: string | null }[],
  { data }: RegisterModel,
): string {
  const names = children.map(({ category }) => data.categoryName.get(category ?? '') ?? '');
  return [...new Set(names.filter(Boolean))].join(', ');
}

/** A line that is still on its way, as high as it will be. Thousands may fly by: it is cheap. */
function UnknownLine({ index, style, model }: PlaceProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={`${styles.row} ${styles.unknown}`}
      style={style}
    >
      <div
        role="gridcell"
        aria-colspan={model.columns.ids.length}
        aria-label={registerTexts.loading}
        className={styles.waiting}
      >
        <Skeleton width={WIDTHS[index % WIDTHS.length]} />
      </div>
    </div>
  );
}

const WIDTHS = ['72%', '88%', '64%', '80%', '76%', '69%', '84%'];
