import { NotePopover } from '@/components/NoteButton';
import { useNote } from '@/lib/notes/notes';
import { saveNote } from '../api';
import { isItem } from '../model/rows';
import type { GridController } from './GridController';
import { rowOf, useGridModel } from './gridModel';
import { useGrid } from './gridStore';
import { run } from './run';

/** The note of a category or group, opened at its row. */
export function ItemNote({ controller }: { controller: GridController }) {
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
      onSave={(note) => void run(saveNote(row.id, note, row.name))}
      triggerRef={{ current: menu.anchor }}
      trigger={{
        isOpen: true,
        onOpenChange: (open) => !open && controller.store.setState({ menu: null }),
      }}
    />
  );
}
