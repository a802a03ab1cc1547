import { Menu, MenuItem, MenuSeparator } from '@/components/Menu';
import { selectOnly } from '../model/selection';
import type { Transaction } from '../model/transaction';
import { exact } from '../texts';
import type { GridController } from './GridController';
import { type RowMenuState, useGrid } from './gridStore';

/** What can be done with a transaction, opened at its row by the right button or Shift+F10. */
export function RowMenu({ controller }: { controller: GridController }) {
  const menu = useGrid((state) => state.menu);
  const row = menu && controller.model.list.row(menu.rowId);
  if (!menu || !row) return null;
  return <OpenMenu menu={menu} row={row} controller={controller} />;
}

interface OpenMenuProps {
  menu: RowMenuState;
  row: Transaction;
  controller: GridController;
}

function OpenMenu({ menu, row, controller }: OpenMenuProps) {
  const { editing, splitting, bulk, model } = controller;
  const close = () => controller.store.setState({ menu: null });
  /** On this row, unless it is one of those that are selected. */
  const onSelected = (act: () => void) => () => {
    if (!model.selection.getState().rows.has(row.id)) selectOnly(model.selection, [row]);
    act();
  };
  const act: Record<string, () => void> = {
    edit: () => editing.open(menu),
    select: () => controller.toggleSelected(row.id, false),
    clear: () => editing.toggleCleared(row),
    split: () => void (row.is_parent ? splitting.add(row.id) : editing.split(row.id)),
    part: () => void splitting.remove(row.id),
    duplicate: onSelected(() => void bulk.duplicate()),
    delete: onSelected(() => bulk.remove()),
  };
  return (
    <Menu
      aria-label="Transaction actions"
      autoFocus="first"
      placement="bottom start"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      onAction={(id) => {
        close();
        // The menu gives the focus back when it goes; what the action opens takes it after that.
        requestAnimationFrame(() => act[String(id)]?.());
      }}
    >
      <MenuItem id="edit" keys="F2">
        Edit
      </MenuItem>
      <MenuItem id="select" keys="X">
        Select
      </MenuItem>
      {!row.is_child && <MenuItem id="clear">{clearWords(row)}</MenuItem>}
      {!row.is_child && (
        <MenuItem id="split">{row.is_parent ? exact.addSplit : 'Split Transaction'}</MenuItem>
      )}
      <MenuSeparator />
      {row.is_child ? (
        <MenuItem id="part" keys="Mod+Backspace" look="danger">
          Remove this line
        </MenuItem>
      ) : (
        <MenuItem id="duplicate" keys="U">
          Duplicate
        </MenuItem>
      )}
      {!row.is_child && (
        <MenuItem id="delete" keys="D" look="danger">
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

function clearWords({ cleared, reconciled }: Transaction): string {
  if (reconciled) return 'Unlock';
  return cleared ? 'Mark as not cleared' : 'Mark as cleared';
}
