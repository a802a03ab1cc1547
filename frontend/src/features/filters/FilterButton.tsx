import { Bookmark } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/Button';
import {
  type Draft,
  FIELDS,
  FILTER_FIELDS,
  type FieldId,
  newDraft,
} from '@/components/conditions/conditions';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '@/components/Menu';
import { useViewStore } from '@/domain/transactions/view';
import { labelOf } from '@/lib/actions/actions';
import { filtersTexts } from '@/texts/filters';
import { filter } from './actions/narrow';
import { FilterEditor } from './FilterEditor';
import { bringSaved } from './keepSaved';
import { useSavedFilters } from './savedApi';
import type { NarrowParts } from './useNarrowParts';

/** Chooses a field to filter by and then builds the condition. */
export function FilterButton({ parts }: { parts: NarrowParts }) {
  const view = useViewStore();
  const [draft, setDraft] = useState<Draft | null>(null);
  const saved = useSavedFilters();
  const choose = (id: string) => {
    const chosen = saved.find((each) => `saved-${each.id}` === id);
    if (chosen) void bringSaved(view, chosen);
    else setDraft(newDraft(id as FieldId));
  };
  const button = useRef<HTMLButtonElement>(null);
  const Icon = filter.icon;
  return (
    <>
      <MenuTrigger isOpen={parts.isMenuOpen} onOpenChange={parts.setMenuOpen}>
        <Button ref={button}>
          {Icon && <Icon size="1rem" aria-hidden="true" />}
          {labelOf(filter, parts)}
        </Button>
        <Menu aria-label={filtersTexts.filterBy} onAction={(id) => choose(String(id))}>
          {FILTER_FIELDS.map((id) => (
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
