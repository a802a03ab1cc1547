import { useGrid } from '@/components/grid/gridStore';
import { NotePopover } from '@/components/NoteButton';
import { useNote } from '@/lib/notes/notes';
import { saveItemNote } from '../api';
import { isItem } from '../model/rows';
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
  return (
    <NotePopover
      key={row.id}
      about={row.name}
      {...known}
      onSave={(note) => void run(saveItemNote(row, note))}
      triggerRef={{ current: menu.anchor }}
      trigger={{
        isOpen: true,
        onOpenChange: (open) => !open && controller.closeMenu(),
      }}
    />
  );
}
