import { RenameField } from '@/components/RenameField';
import { COARSE, useMedia } from '@/components/useMedia';
import { budgetTexts } from '@/texts/budget';
import { createCategory, createGroup, renameItem } from '../api';
import { columnIndex, NAME_COLUMN } from '../model/columns';
import { isItem } from '../model/rows';
import { AmountEditor } from './AmountEditor';
import type { BudgetController } from './BudgetController';
import { useBudgetEdit } from './budgetStore';
import styles from './editors.module.css';
import { groupOf, useGridModel } from './gridModel';
import { ariaRow } from './rowIndex';
import { dismissRefusal, run } from './run';

interface OverlayProps {
  controller: BudgetController;
  rowHeight: number;
}

/**
 * The open editor, drawn above the virtual rows: scrolling, live values and moving rows leave
 * the typed draft alone.
 */
export function EditorOverlay({ controller, rowHeight }: OverlayProps) {
  return (
    <>
      <AmountOverlay controller={controller} rowHeight={rowHeight} />
      <RenameOverlay controller={controller} rowHeight={rowHeight} />
      <NewItemOverlay controller={controller} rowHeight={rowHeight} />
    </>
  );
}

function AmountOverlay({ controller, rowHeight }: OverlayProps) {
  const edit = useBudgetEdit();
  const model = useGridModel();
  const isCoarse = useMedia(COARSE);
  const index = model.rows.findIndex((row) => row.id === edit?.rowId);
  const row = model.rows[index];
  if (edit?.kind !== 'amount' || !isItem(row)) return null;
  const position = columnIndex(edit.column, model);
  const fromEnd = model.months.length * model.measures.length + 1 - position;
  return (
    <div
      role="row"
      aria-rowindex={ariaRow(index)}
      className={styles.overlayRow}
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      <div
        role="gridcell"
        aria-colindex={position}
        className={styles.amountPlace}
        style={{ insetInlineEnd: `calc(var(--number) * ${fromEnd})` }}
      >
        <AmountEditor
          key={`${edit.rowId} ${edit.column}`}
          name={row.name}
          column={edit.column}
          text={edit.text}
          selectAll={edit.selectAll}
          amounts={model.amounts}
          before={edit.before}
          withPad={model.isTouch && isCoarse}
          onCommit={(text, advance) => controller.editing.commit(text, advance)}
          onCancel={() => controller.editing.cancel()}
          onDone={() => controller.refocus()}
        />
      </div>
    </div>
  );
}

function RenameOverlay({ controller, rowHeight }: OverlayProps) {
  const edit = useBudgetEdit();
  const model = useGridModel();
  const index = model.rows.findIndex((row) => row.id === edit?.rowId);
  const row = model.rows[index];
  if (edit?.kind !== 'name' || !isItem(row)) return null;
  const close = (refocus: boolean) => {
    controller.store.setState({ edit: null });
    if (refocus) controller.focus({ rowId: row.id, column: NAME_COLUMN });
  };
  const save = async (text: string, byKey: boolean) => {
    close(byKey);
    if (!(await run(renameItem(row, text)))) controller.editAgain({ ...edit, text });
    else if (edit.text !== undefined) dismissRefusal();
  };
  return (
    <NamePlace top={index * rowHeight} height={rowHeight} kind={row.kind} index={index}>
      <RenameField
        className={styles.nameInput}
        key={row.id}
        label={
          row.kind === 'group' ? budgetTexts.nameOfGroup(row.name) : budgetTexts.nameOf(row.name)
        }
        name={row.name}
        text={edit.text}
        onCancel={close}
        onCommit={(name, byKey) => void save(name, byKey)}
      />
    </NamePlace>
  );
}

function NewItemOverlay({ controller, rowHeight }: OverlayProps) {
  const edit = useBudgetEdit();
  const model = useGridModel();
  const index = model.rows.findIndex((row) => row.id === edit?.rowId);
  if (edit?.kind !== 'new' || index < 0) return null;
  const { adding } = edit;
  const group = adding.kind === 'category' ? groupOf(model, adding.groupId) : undefined;
  const close = () => controller.store.setState({ edit: null });
  const create = async (name: string, byKey: boolean) => {
    close();
    const write = group ? createCategory(name, group) : createGroup(name);
    if (!(await run(write))) {
      controller.editAgain({ ...edit, text: name });
      return;
    }
    if (edit.text !== undefined) dismissRefusal();
    const id = await write;
    if (byKey) controller.focusWhenThere({ rowId: id, column: NAME_COLUMN });
  };
  const label = group ? budgetTexts.newCategoryName : budgetTexts.newGroupName;
  return (
    <NamePlace
      top={index * rowHeight}
      height={rowHeight}
      kind={group ? 'category' : 'group'}
      index={index}
    >
      <RenameField
        className={styles.nameInput}
        label={label}
        name=""
        text={edit.text}
        placeholder={label}
        onCancel={(byKey) => {
          close();
          if (byKey) controller.refocus();
        }}
        onCommit={(name, byKey) => void create(name, byKey)}
      />
    </NamePlace>
  );
}

interface NamePlaceProps {
  top: number;
  height: number;
  index: number;
  kind: 'group' | 'category';
  children: React.ReactNode;
}

function NamePlace({ top, height, index, kind, children }: NamePlaceProps) {
  return (
    <div
      role="row"
      aria-rowindex={ariaRow(index)}
      className={styles.overlayRow}
      style={{ top, height }}
    >
      <div role="gridcell" aria-colindex={1} data-kind={kind} className={styles.namePlace}>
        {children}
      </div>
    </div>
  );
}
