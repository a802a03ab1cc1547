/** Puts saved filters in force, and saves, renames and deletes them. */
import { run } from '@/domain/transactions/run';
import type { ViewStore } from '@/domain/transactions/view';
import { announce } from '@/lib/announce/announce';
import { confirmStep } from '@/lib/history/confirmStep';
import { notify } from '@/lib/notices/notices';
import { filtersTexts } from '@/texts/filters';
import { askFilterName } from './askFilterName';
import { adoptSaved, applySaved, type Kept, type SavedFilter } from './saved';
import { createSaved, deleteSaved, deletionOf, renameSaved } from './savedApi';

const NOTICE = 'saved-filter';

/** Puts a saved filter in force and says what is wrong if it cannot be. */
export async function bringSaved(view: ViewStore, filter: SavedFilter): Promise<void> {
  const applying = applySaved(view, filter);
  if (!(await run(applying))) return;
  const message = await applying;
  if (message !== null) notify({ id: NOTICE, type: 'error', message });
}

export function askToSave(view: ViewStore, kept: Kept): void {
  const keep = async (name: string) => {
    adoptSaved(view, await createSaved(name, kept));
    announce(filtersTexts.savedFilter(name));
  };
  askFilterName({ title: filtersTexts.saveFilter, name: '', keep });
}

export function askToRename(filter: SavedFilter): void {
  const keep = (name: string) => renameSaved(filter, name);
  askFilterName({ title: filtersTexts.renameFilter, name: filter.name, keep });
}

export async function removeSaved(filter: SavedFilter): Promise<void> {
  if (!(await run(deleteSaved(filter)))) return;
  confirmStep(deletionOf(filter));
}
