import { ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Button } from '@/components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { type Draft, FIELD_IDS, FIELDS, type FieldId, newDraft } from './conditions';
import { FilterEditor } from './FilterEditor';

const menu = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the menu of fields, for the key that stands for it. */
export function openFilterMenu(): void {
  menu.setState({ isOpen: true });
}

/** Chooses a field to filter by and then builds the condition. */
export function FilterButton() {
  const isOpen = menu((state) => state.isOpen);
  const [draft, setDraft] = useState<Draft | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => menu.setState({ isOpen: false }), []);
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={(open) => menu.setState({ isOpen: open })}>
        <Button ref={button}>
          <ListFilter size={16} aria-hidden="true" />
          Filter
        </Button>
        <Menu aria-label="Filter by" onAction={(id) => setDraft(newDraft(id as FieldId))}>
          {FIELD_IDS.map((id) => (
            <MenuItem key={id} id={id}>
              {FIELDS[id].name}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
      {draft && (
        <FilterEditor
          anchor={button}
          draft={draft}
          replaced={null}
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}
