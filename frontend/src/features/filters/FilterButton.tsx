import { Bookmark, ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { Button } from '@/components/Button';
import {
  type Draft,
  FIELD_IDS,
  FIELDS,
  type FieldId,
  newDraft,
} from '@/components/conditions/conditions';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { useViewStore } from '@/domain/transactions/view';
import { filtersTexts } from '@/texts/filters';
import { FilterEditor } from './FilterEditor';
import { bringSaved } from './SavedFilterButton';
import { useSavedFilters } from './savedApi';

const useMenu = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the menu of fields, for the key that stands for it. */
export function openFilterMenu(): void {
  useMenu.setState({ isOpen: true });
}

/** Chooses a field to filter by and then builds the condition. */
export function FilterButton() {
  const view = useViewStore();
  const isOpen = useMenu((state) => state.isOpen);
  const [draft, setDraft] = useState<Draft | null>(null);
  const saved = useSavedFilters();
  const choose = (id: string) => {
    const filter = saved.find((each) => `saved-${each.id}` === id);
    if (filter) void bringSaved(view, filter);
    else setDraft(newDraft(id as FieldId));
  };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => useMenu.setState({ isOpen: false }), []);
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={(open) => useMenu.setState({ isOpen: open })}>
        <Button ref={button}>
          <ListFilter size="1rem" aria-hidden="true" />
          {filtersTexts.filter}
        </Button>
        <Menu aria-label={filtersTexts.filterBy2} onAction={(id) => choose(String(id))}>
          {FIELD_IDS.map((id) => (
            <MenuItem key={id} id={id}>
              {FIELDS[id].name}
            </MenuItem>
          ))}
          {saved.length > 0 && <MenuSeparator />}
          {saved.map(({ id, name }) => (
            <MenuItem
              key={id}
              id={`saved-${id}`}
              icon={<Bookmark size="0.875rem" aria-hidden="true" />}
              aria-label={filtersTexts.savedFilter(name)}
            >
              {name}
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
