import { Bookmark } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { run } from '@/domain/transactions/run';
import { useRegisterView, useViewStore, type ViewStore } from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import { confirmStep } from '@/lib/history/confirmStep';
import { notify } from '@/lib/notices/notices';
import { commonTexts } from '@/texts/common';
import { filtersTexts } from '@/texts/filters';
import { askFilterName } from './askFilterName';
import styles from './filters.module.css';
import { adoptSaved, applySaved, type Kept, keptOf, type SavedFilter, savedInForce } from './saved';
import {
  changeSaved,
  createSaved,
  deleteSaved,
  deletionOf,
  renameSaved,
  useSavedFilters,
} from './savedApi';

const NOTICE = 'saved-filter';

/** Keeps the filters in force under a name, or says which saved ones they are. */
export function SavedFilterButton() {
  const view = useViewStore();
  const filters = useRegisterView((state) => state.filters);
  const savedId = useRegisterView((state) => state.savedId);
  const inForce = savedInForce(useSavedFilters(), { savedId, filters });
  const kept = keptOf(filters);
  if (inForce) return <SavedMenu {...inForce} kept={kept} />;
  if (!kept) return null;
  return (
    <Button className={styles.saved ?? ''} onPress={() => askToSave(view, kept)}>
      <Bookmark size="0.875rem" aria-hidden="true" />
      {filtersTexts.saveFilter}
    </Button>
  );
}

interface SavedMenuProps {
  filter: SavedFilter;
  /** The filters in force are not those that were saved. */
  isChanged: boolean;
  kept: Kept | null;
}

function SavedMenu({ filter, isChanged, kept }: SavedMenuProps) {
  const view = useViewStore();
  const act = {
    change: () => kept && void run(changeSaved(filter, kept)),
    create: () => kept && askToSave(view, kept),
    revert: () => void bringSaved(view, filter),
    rename: () => askToRename(filter),
    delete: () => void remove(filter),
  };
  return (
    <MenuTrigger>
      <Button
        className={styles.saved ?? ''}
        aria-label={filtersTexts.savedFilterButton(filter.name, isChanged)}
      >
        <Bookmark size="0.875rem" aria-hidden="true" fill={isChanged ? 'none' : 'currentColor'} />
        <span className={styles.savedName}>{filter.name}</span>
        {isChanged && filtersTexts.changedMark}
      </Button>
      <Menu onAction={(key) => act[key as keyof typeof act]()}>
        {isChanged && kept && <MenuItem id="change">{filtersTexts.saveChanges}</MenuItem>}
        {isChanged && kept && <MenuItem id="create">{filtersTexts.saveAsNewFilter}</MenuItem>}
        {isChanged && <MenuItem id="revert">{filtersTexts.revert}</MenuItem>}
        <MenuItem id="rename">{commonTexts.rename}</MenuItem>
        <MenuItem id="delete" look="danger">
          {commonTexts.delete}
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}

/** Puts a saved filter in force and says what is wrong if it cannot be. */
export async function bringSaved(view: ViewStore, filter: SavedFilter): Promise<void> {
  const applying = applySaved(view, filter);
  if (!(await run(applying))) return;
  const message = await applying;
  if (message !== null) notify({ id: NOTICE, type: 'error', message });
}

function askToSave(view: ViewStore, kept: Kept): void {
  const keep = async (name: string) => {
    adoptSaved(view, await createSaved(name, kept));
    announce(filtersTexts.savedFilter(name));
  };
  askFilterName({ title: filtersTexts.saveFilter, name: '', keep });
}

function askToRename(filter: SavedFilter): void {
  const keep = (name: string) => renameSaved(filter, name);
  askFilterName({ title: filtersTexts.renameFilter, name: filter.name, keep });
}

async function remove(filter: SavedFilter): Promise<void> {
  if (!(await run(deleteSaved(filter)))) return;
  confirmStep(deletionOf(filter));
}
