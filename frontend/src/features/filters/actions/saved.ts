/** The menu of a saved filter that is in force. */
import { run } from '@/domain/transactions/run';
import type { ViewStore } from '@/domain/transactions/view';
import type { Action } from '@/lib/actions/actions';
import { commonTexts } from '@/texts/common';
import { filtersTexts } from '@/texts/filters';
import { askToRename, askToSave, bringSaved, removeSaved } from '../keepSaved';
import type { Kept, SavedFilter } from '../saved';
import { changeSaved } from '../savedApi';

export interface SavedAt {
  view: ViewStore;
  filter: SavedFilter;
  /** The filters in force are not those that were saved. */
  isChanged: boolean;
  /** The filters in force, if they can be saved. */
  kept: Kept | null;
}

const canKeep = ({ isChanged, kept }: SavedAt) => isChanged && kept !== null;

export const SAVED_MENU: readonly Action<SavedAt>[] = [
  {
    id: 'save-changes',
    label: filtersTexts.saveChanges,
    applies: canKeep,
    run: ({ filter, kept }) => kept && void run(changeSaved(filter, kept)),
  },
  {
    id: 'save-as-new',
    label: filtersTexts.saveAsNewFilter,
    applies: canKeep,
    run: ({ view, kept }) => kept && askToSave(view, kept),
  },
  {
    id: 'revert',
    label: filtersTexts.revert,
    applies: ({ isChanged }) => isChanged,
    run: ({ view, filter }) => void bringSaved(view, filter),
  },
  { id: 'rename', label: commonTexts.rename, run: ({ filter }) => askToRename(filter) },
  {
    id: 'delete',
    label: commonTexts.delete,
    look: 'danger',
    run: ({ filter }) => void removeSaved(filter),
  },
];
