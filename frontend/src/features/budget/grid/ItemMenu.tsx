import {
  ArrowDown,
  ArrowUp,
  CornerUpRight,
  Eye,
  EyeOff,
  NotebookPen,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { SubmenuTrigger } from 'react-aria-components/Menu';
import { Menu, MenuItem, MenuSeparator } from '@/components/Menu';
import { hideItem } from '../api';
import { askDelete } from '../dialogs/askDelete';
import { NAME_COLUMN } from '../model/columns';
import { keyboardMove } from '../model/reorder';
import { type CategoryRow, type GroupRow, isItem } from '../model/rows';
import type { GridController } from './GridController';
import { type GridModel, rowOf, useGridModel } from './gridModel';
import { useGrid } from './gridStore';
import { run } from './run';

const ICON = 16;

/** The menu of a row: one for the whole grid, opened at the row it is about. */
export function ItemMenu({ controller }: { controller: GridController }) {
  const menu = useGrid((state) => (state.menu?.kind === 'item' ? state.menu : null));
  const model = useGridModel();
  const row = menu ? rowOf(model, menu.rowId) : undefined;
  if (!menu || !isItem(row)) return null;
  const close = () => controller.store.setState({ menu: null });
  return (
    <Menu
      aria-label={`${row.name} actions`}
      popover={{
        isOpen: true,
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      placement="bottom start"
      onAction={(action) => {
        close();
        perform(String(action), row, controller);
      }}
    >
      <MenuItem id="rename" keys="F2" icon={<Pencil size={ICON} />}>
        Rename
      </MenuItem>
      <MenuItem id="note" icon={<NotebookPen size={ICON} />}>
        Note
      </MenuItem>
      {row.kind === 'group' && (
        <MenuItem id="add" icon={<Plus size={ICON} />}>
          Add category
        </MenuItem>
      )}
      <MenuSeparator />
      <MoveItem direction="up" row={row} model={model} />
      <MoveItem direction="down" row={row} model={model} />
      {row.kind === 'category' && <MoveToGroup row={row} model={model} controller={controller} />}
      <MenuSeparator />
      <MenuItem id="hide" icon={row.hidden ? <Eye size={ICON} /> : <EyeOff size={ICON} />}>
        {row.hidden ? 'Show' : 'Hide'}
      </MenuItem>
      <MenuItem
        id="delete"
        look="danger"
        icon={<Trash2 size={ICON} />}
        reason={lastIncomeGroup(row, model) ? 'One income group has to stay' : undefined}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}

function lastIncomeGroup(row: GroupRow | CategoryRow, model: GridModel): boolean {
  if (row.kind !== 'group' || !row.income) return false;
  return model.groups.filter((group) => group.is_income).length === 1;
}

interface MoveItemProps {
  direction: 'up' | 'down';
  row: GroupRow | CategoryRow;
  model: GridModel;
}

function MoveItem({ direction, row, model }: MoveItemProps) {
  const isPossible = keyboardMove(row, direction, model.groups, model.showHidden) !== null;
  const Icon = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <MenuItem
      id={`move-${direction}`}
      keys={direction === 'up' ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown'}
      icon={<Icon size={ICON} />}
      isDisabled={!isPossible}
    >
      {direction === 'up' ? 'Move up' : 'Move down'}
    </MenuItem>
  );
}

interface MoveToGroupProps {
  row: CategoryRow;
  model: GridModel;
  controller: GridController;
}

function MoveToGroup({ row, model, controller }: MoveToGroupProps) {
  const others = model.groups.filter(
    (group) => group.is_income === row.income && group.id !== row.groupId,
  );
  if (others.length === 0) return null;
  return (
    <SubmenuTrigger>
      <MenuItem id="move-to" icon={<CornerUpRight size={ICON} />}>
        Move to group…
      </MenuItem>
      <Menu
        aria-label={`Move ${row.name} to group`}
        onAction={(groupId) => {
          controller.store.setState({ menu: null });
          const move = { id: row.id, groupId: String(groupId), targetId: null };
          controller.move({ kind: 'category', ...move }, row.name);
        }}
      >
        {others.map((group) => (
          <MenuItem key={group.id} id={group.id}>
            {group.name}
          </MenuItem>
        ))}
      </Menu>
    </SubmenuTrigger>
  );
}

function perform(action: string, row: GroupRow | CategoryRow, controller: GridController): void {
  if (controller.refusedOffline()) return;
  if (action === 'rename') afterClosing(() => controller.rename(row.id));
  else if (action === 'note') {
    afterClosing(() => controller.openMenu('note', row.id, NAME_COLUMN));
  } else if (action === 'add') afterClosing(() => controller.addCategory(row.id));
  else if (action === 'move-up') controller.moveByKeyboard(row.id, 'up');
  else if (action === 'move-down') controller.moveByKeyboard(row.id, 'down');
  else if (action === 'hide') void run(hideItem(row, !row.hidden));
  else if (action === 'delete') void askDelete(row, controller.model);
}

/** The menu gives the focus back when it is gone; an editor opens only after that. */
function afterClosing(open: () => void): void {
  setTimeout(() => requestAnimationFrame(open));
}
