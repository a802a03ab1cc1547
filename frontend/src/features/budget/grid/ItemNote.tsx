import { useGrid } from '@/components/grid/gridStore';
import { NotePopover, NoteSheet } from '@/components/NoteButton';
import { useNote } from '@/lib/notes/notes';
import { saveItemNote } from '../api';
import { measureColumn } from '../model/columns';
import { isItem } from '../model/rows';
import { noteGoals } from '../templates/noteGoals';
import type { BudgetController } from './BudgetController';
import { rowOf, useGridModel } from './gridModel';
import { run } from './run';

/** The note of a category or group, opened at its row. */
export function ItemNote({ controller }: { controller: BudgetController }) {
  const menu = useGrid((state) => (state.menu?.kind === 'note' ? state.menu : null));
  const model = useGridModel();
  const row = menu ? rowOf(model, menu.rowId) : undefined;
  const known = useNote(menu?.rowId ?? '');
  if (!menu || !isItem(row)) return null;
  const month = measureColumn(menu.column)?.month ?? model.months[0];
  const editor = {
    about: row.name,
    ...known,
    onSave: (note: string) => void run(saveItemNote(row, note)),
    below: month ? noteGoals(row, month, model) : undefined,
  };
  // Goals take more room than a popover has on a phone.
  if (model.isTouch && editor.below) {
    return <NoteSheet key={row.id} {...editor} onClose={() => controller.closeMenu()} />;
  }
  return (
    <NotePopover
      key={row.id}
      {...editor}
      triggerRef={{ current: menu.anchor }}
      trigger={{
        isOpen: true,
        onOpenChange: (open) => !open && controller.closeMenu(),
      }}
    />
  );
}
