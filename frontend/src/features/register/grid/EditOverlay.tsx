import { useState } from 'react';
import { Button } from '@/components/Button';
import type { StretchedList } from '@/components/grid/useStretch';
import { cellValue } from '@/domain/transactions/edits';
import { rowNames } from '@/domain/transactions/names';
import type { Transaction } from '@/domain/transactions/transaction';
import { wordsOf } from '@/domain/transactions/writes';
import { registerTexts } from '@/texts/register';
import { conflictTexts } from '@/texts/transactions';
import { useEntry } from '../useRegisterList';
import { CellEditor } from './CellEditor';
import gridStyles from './grid.module.css';
import styles from './overlay.module.css';
import type { RegisterController } from './RegisterController';
import { useRegisterModel } from './registerModel';
import { type CellEdit, useRegister } from './registerStore';
import { Cell, type TransactionRowProps } from './TransactionRow';

interface OverlayProps {
  controller: RegisterController;
  stretch: StretchedList;
}

/**
 * The edited row, drawn over its place in the list, so that scrolling and updates do not disturb
 * the text being typed.
 */
export function EditOverlay({ controller, stretch }: OverlayProps) {
  const edit = useRegister((state) => state.edit);
  if (!edit) return null;
  return <EditedRow key={edit.rowId} edit={edit} controller={controller} stretch={stretch} />;
}

function EditedRow({ edit, controller, stretch }: OverlayProps & { edit: CellEdit }) {
  const { editing } = controller;
  const model = useRegisterModel();
  const entry = useEntry(model.list, edit.rowId);
  const row = entry && [entry.row, ...entry.children].find(({ id }) => id === edit.rowId);
  const line = useLastLine(model.list.lineOf(edit.rowId));
  const shown = row ?? edit.base;
  const names = rowNames(shown, model);
  const props: TransactionRowProps = {
    row: shown,
    childCount: entry?.children.length ?? 0,
    childCategories: '',
    isLastChild: entry?.children.at(-1) === row,
    isExpanded: true,
    splitOf: '',
    isAlone: shown.is_child && model.folding.partsOnly === true,
    ...names,
    index: line,
    style: { top: stretch.topOf(line), height: stretch.lineHeight },
    model,
  };
  const isSplitPart = shown.is_child || shown.is_parent;
  return (
    <>
      <div
        role="row"
        aria-rowindex={line + 2}
        data-row-id={edit.rowId}
        data-overlay
        data-child={(shown.is_child && !props.isAlone) || undefined}
        data-narrow={model.columns.isNarrow || undefined}
        className={`${gridStyles.row} ${styles.row}`}
        style={props.style}
      >
        {model.columns.ids.map((column, at) =>
          column === edit.column ? (
            <div
              key={`edit:${column}`}
              role="gridcell"
              aria-colindex={at + 1}
              data-col={column}
              className={`${gridStyles.cell} ${styles.editor}`}
            >
              <CellEditor
                key={column}
                row={shown}
                column={column}
                startText={edit.startText}
                startOpen={edit.byPointer}
                data={model.data}
                percentOf={shown.is_child ? entry?.row.amount : undefined}
                onCommit={(how, value) => editing.commit(how, value)}
                onCancel={() => editing.cancel()}
                onSplit={isSplitPart ? undefined : () => editing.split(edit.rowId)}
              />
            </div>
          ) : (
            <Cell key={column} column={column} position={at + 1} shown={props} />
          ),
        )}
      </div>
      {row && (
        <Conflict edit={edit} row={row} top={stretch.topOf(line + 1)} controller={controller} />
      )}
    </>
  );
}

/** A row that is gone or folded away keeps the place it had. */
function useLastLine(line: number | null): number {
  const [last, setLast] = useState(line ?? 0);
  if (line !== null && line !== last) setLast(line);
  return line ?? last;
}

interface ConflictProps {
  edit: CellEdit;
  row: Transaction;
  top: number;
  controller: RegisterController;
}

/** Asks which value stays when the field was changed elsewhere while it is being typed into. */
function Conflict({ edit, row, top, controller }: ConflictProps) {
  const model = useRegisterModel();
  const value = cellValue(row, edit.column);
  if (value === cellValue(edit.base, edit.column)) return null;
  const theirs = value === null ? '' : wordsOf(edit.column, value, model);
  const keep = () => controller.store.setState({ edit: { ...edit, base: row } });
  return (
    <div
      role="alert"
      className={styles.conflict}
      style={{ top }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {registerTexts.changedElsewhereTo(theirs)}
      <Button look="bare" preventFocusOnPress onPress={keep}>
        {conflictTexts.keepYours}
      </Button>
      <Button look="bare" preventFocusOnPress onPress={() => controller.editing.cancel()}>
        {conflictTexts.useTheirs}
      </Button>
    </div>
  );
}
