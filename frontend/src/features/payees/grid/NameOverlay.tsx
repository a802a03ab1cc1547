import { useGrid } from '@/components/grid/gridStore';
import { RenameField } from '@/components/RenameField';
import { payeesTexts } from '@/texts/payees';
import { renamePayee } from '../api';
import { run } from '../run';
import type { PayeesController, PayeesState } from './PayeesController';
import styles from './payees.module.css';

/** The field for a name, drawn above its row. */
export function NameOverlay({ grid, rowHeight }: { grid: PayeesController; rowHeight: number }) {
  const edit = useGrid((state: PayeesState) => state.edit);
  const row = edit ? grid.row(edit.rowId) : undefined;
  if (!edit || !row) return null;
  const close = (refocus: boolean) => {
    grid.store.setState({ edit: null });
    if (refocus) grid.focus(edit);
  };
  const save = async (text: string, byKey: boolean) => {
    close(byKey);
    if (!(await run(renamePayee(row, text)))) grid.renameAgain({ ...edit, text });
  };
  const index = grid.source.indexOf(row.id);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-overlay
      className={styles.overlay}
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      <div role="gridcell" className={styles.field}>
        <RenameField
          key={row.id}
          label={payeesTexts.nameOf(row.name)}
          name={row.name}
          text={edit.text}
          className={styles.input}
          onCancel={close}
          onCommit={(name, byKey) => void save(name, byKey)}
        />
      </div>
    </div>
  );
}
