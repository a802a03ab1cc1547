import { CornerUpRight } from 'lucide-react';
import { Fragment } from 'react';
import { SubmenuTrigger } from 'react-aria-components/Menu';
import { Menu, MenuItem, MenuSeparator } from '@/components/Menu';
import { type CategoryRow, isItem } from '../model/rows';
import { ActionSheet } from './ActionSheet';
import type { GridController } from './GridController';
import { type GridModel, rowOf, useGridModel } from './gridModel';
import { useGrid } from './gridStore';
import { itemActions } from './itemActions';

/** The menu of a row: one for the whole grid, opened at the row it is about. */
export function ItemMenu({ controller }: { controller: GridController }) {
  const menu = useGrid((state) => (state.menu?.kind === 'item' ? state.menu : null));
  const model = useGridModel();
  const row = menu ? rowOf(model, menu.rowId) : undefined;
  if (!menu || !isItem(row)) return null;
  const groups = itemActions(row, model);
  const close = () => controller.store.setState({ menu: null });
  const perform = (id: string) => {
    close();
    const action = groups.flat().find((candidate) => candidate.id === id);
    if (action && !controller.refusedOffline()) afterClosing(() => action.run(controller));
  };
  if (model.isTouch) {
    return (
      <ActionSheet title={row.name} actions={groups.flat()} onAction={perform} onClose={close} />
    );
  }
  return (
    <Menu
      aria-label={`${row.name} actions`}
      autoFocus="first"
      popover={{
        isOpen: true,
        trigger: 'MenuTrigger',
        triggerRef: { current: menu.anchor },
        onOpenChange: (open) => !open && close(),
      }}
      placement="bottom start"
      onAction={(id) => perform(String(id))}
    >
      {groups.map((actions, at) => (
        <Fragment key={actions[0]?.id}>
          {at > 0 && <MenuSeparator />}
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              icon={action.icon}
              reason={action.reason}
              {...(action.keys ? { keys: action.keys } : {})}
              {...(action.look ? { look: action.look } : {})}
            >
              {action.label}
            </MenuItem>
          ))}
          {at === 1 && row.kind === 'category' && (
            <MoveToGroup row={row} model={model} controller={controller} />
          )}
        </Fragment>
      ))}
    </Menu>
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
      <MenuItem id="move-to" icon={<CornerUpRight size={16} aria-hidden="true" />}>
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

/** The menu gives the focus back when it is gone; an editor opens only after that. */
function afterClosing(open: () => void): void {
  setTimeout(() => requestAnimationFrame(open));
}
