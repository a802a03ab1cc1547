import { Bookmark } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { actionItems } from '@/components/ActionItems';
import { Menu, MenuTrigger } from '@/components/Menu';
import { useRegisterView, useViewStore } from '@/domain/transactions/view';
import { actIn } from '@/lib/actions/actions';
import { filtersTexts } from '@/texts/filters';
import { SAVED_MENU } from './actions/saved';
import styles from './filters.module.css';
import { askToSave } from './keepSaved';
import { type Kept, keptOf, type SavedFilter, savedInForce } from './saved';
import { useSavedFilters } from './savedApi';

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
  const context = { view, filter, isChanged, kept };
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
      <Menu onAction={(id) => actIn(SAVED_MENU, id, context)}>
        {actionItems(SAVED_MENU, context)}
      </Menu>
    </MenuTrigger>
  );
}
