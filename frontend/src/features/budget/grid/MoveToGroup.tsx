import { CornerUpRight, Folder } from 'lucide-react';
import { SubmenuTrigger } from 'react-aria-components/Menu';
import { Menu, MenuItem } from '@/components/Menu';
import type { CategoryGroup } from '@/generated/contract';
import { pushModal } from '@/lib/modals/modals';
import type { GridRow } from '../model/rows';
import { ActionSheet } from './ActionSheet';
import type { GridController } from './GridController';
import type { GridModel } from './gridModel';
import type { ItemAction } from './itemActions';

/** The groups a row could move to: none for a group, and none of the other kind. */
export function otherGroups(row: GridRow, model: GridModel): CategoryGroup[] {
  if (row.kind !== 'category') return [];
  return model.groups.filter((group) => group.is_income === row.income && group.id !== row.groupId);
}

interface Item {
  id: string;
  name: string;
}

function move({ id, name }: Item, groupId: string, controller: GridController): void {
  controller.move({ kind: 'category', id, groupId, targetId: null }, name);
}

const LABEL = 'Move to group…';
const icon = <CornerUpRight size="1rem" aria-hidden="true" />;

interface MoveToGroupProps {
  row: Item;
  groups: readonly CategoryGroup[];
  controller: GridController;
}

/** The item of the row menu with the groups as its submenu. */
export function MoveToGroup({ row, groups, controller }: MoveToGroupProps) {
  return (
    <SubmenuTrigger>
      <MenuItem id="move-to" icon={icon}>
        {LABEL}
      </MenuItem>
      <Menu
        aria-label={`Move ${row.name} to group`}
        onAction={(groupId) => {
          controller.store.setState({ menu: null });
          move(row, String(groupId), controller);
        }}
      >
        {groups.map((group) => (
          <MenuItem key={group.id} id={group.id}>
            {group.name}
          </MenuItem>
        ))}
      </Menu>
    </SubmenuTrigger>
  );
}

/** The same on a phone: a second sheet with the groups. */
export function moveToGroupAction(row: Item, groups: readonly CategoryGroup[]): ItemAction {
  const ask = (controller: GridController) =>
    pushModal('move-category', (close) => (
      <ActionSheet
        title={`Move ${row.name} to`}
        actions={groups.map(({ id, name }) => ({
          id,
          label: name,
          icon: <Folder size="1rem" aria-hidden="true" />,
        }))}
        onAction={(groupId) => {
          close();
          move(row, groupId, controller);
        }}
        onClose={close}
      />
    ));
  return { id: 'move-to', label: LABEL, icon, run: ask };
}
