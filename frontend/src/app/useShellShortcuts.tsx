import { useNavigate } from 'react-router';
import { closeBudget, whileLoading } from '@/lib/files/openFile';
import { isEdited } from '@/lib/keys/editedField';
import type { Shortcut } from '@/lib/keys/keys';
import { useShortcuts } from '@/lib/keys/useShortcuts';
import { pushModal, useModals } from '@/lib/modals/modals';
import { notify } from '@/lib/notices/notices';
import { syncNow } from '@/lib/sync/sync';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { helpTexts } from '@/texts/shell';
import { CommandPalette } from './palette/CommandPalette';
import { PLACES } from './palette/places';
import type { GoTo } from './palette/useCommands';
import { moveRegion, toggleNotices } from './regions';
import { ShortcutHelp } from './ShortcutHelp';
import { redo, undo } from './undo';

export function openShortcutHelp(): void {
  const open = useModals.getState().stack.some(({ name }) => name === 'shortcut-help');
  if (!open) pushModal('shortcut-help', (close) => <ShortcutHelp onClose={close} />);
}

export async function closeFile(): Promise<void> {
  try {
    await whileLoading(exact.closing, closeBudget);
  } catch (error) {
    notify({ type: 'error', message: errorText(error) });
  }
}

function openPalette(goTo: GoTo): void {
  const { stack } = useModals.getState();
  if (stack.length > 0) return;
  pushModal('palette', (close) => <CommandPalette goTo={goTo} onClose={close} />);
}

/** In a field that was typed into, the browser's own undo works first. */
const unlessEdited = (act: () => void) => (event: KeyboardEvent) => {
  if (isEdited(event.target)) return false;
  act();
  return true;
};

const EVERYWHERE: readonly Shortcut[] = [
  {
    id: 'help',
    scope: 'global',
    keys: ['?'],
    label: helpTexts.open,
    run: openShortcutHelp,
  },
  {
    id: 'region-next',
    scope: 'global',
    keys: ['F6'],
    label: helpTexts.nextRegion,
    keyOnly: true,
    inTextFields: true,
    run: () => moveRegion(1),
  },
  {
    id: 'region-previous',
    scope: 'global',
    keys: ['Shift+F6'],
    label: helpTexts.previousRegion,
    keyOnly: true,
    inTextFields: true,
    run: () => moveRegion(-1),
  },
  {
    id: 'notices',
    scope: 'global',
    keys: ['F8'],
    label: helpTexts.notices,
    keyOnly: true,
    inTextFields: true,
    run: toggleNotices,
  },
];

const WITH_BUDGET: readonly Shortcut[] = [
  {
    id: 'close-budget',
    scope: 'global',
    keys: ['Mod+O'],
    label: helpTexts.closeBudget,
    inTextFields: true,
    run: () => void closeFile(),
  },
  {
    id: 'sync',
    scope: 'global',
    keys: ['Mod+S'],
    label: helpTexts.sync,
    inTextFields: true,
    run: () => void syncNow(),
  },
  {
    id: 'undo',
    scope: 'global',
    keys: ['Mod+Z'],
    label: helpTexts.undo,
    inTextFields: true,
    run: unlessEdited(undo),
  },
  {
    id: 'redo',
    scope: 'global',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    label: helpTexts.redo,
    inTextFields: true,
    run: unlessEdited(redo),
  },
];

export function useEverywhereShortcuts(): void {
  useShortcuts(EVERYWHERE);
}

export function useBudgetShortcuts(): void {
  const navigate = useNavigate();
  const goTo: GoTo = (path, state) => void navigate(path, { state });
  const palette: Shortcut = {
    id: 'palette',
    scope: 'global',
    keys: ['Mod+K'],
    label: helpTexts.palette,
    inTextFields: true,
    keyOnly: true,
    run: () => openPalette(goTo),
  };
  const places = PLACES.filter(({ keys }) => keys).map(
    ({ to, keys, name }): Shortcut => ({
      id: `go:${to}`,
      scope: 'global',
      keys: [keys ?? ''],
      label: helpTexts.goTo(name),
      keyOnly: true,
      run: () => goTo(to),
    }),
  );
  useShortcuts([...WITH_BUDGET, palette, ...places]);
}
