/** What works on every screen by a key, and what the palette offers of it. */

import type { Action } from '@/lib/actions/actions';
import { closeBudget, whileLoading } from '@/lib/files/openFile';
import { isEdited } from '@/lib/keys/editedField';
import { pushModal, useModals } from '@/lib/modals/modals';
import { notify } from '@/lib/notices/notices';
import { lazy } from '@/lib/parts/lazy';
import { syncNow } from '@/lib/sync/sync';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { helpTexts, shellTexts } from '@/texts/shell';
import { PLACES } from './palette/places';
import type { GoTo } from './palette/useCommands';
import { moveRegion, toggleNotices } from './regions';
import { redo, undo } from './undo';

const CommandPalette = lazy(() => import('./palette/CommandPalette'));
const ShortcutHelp = lazy(() => import('./ShortcutHelp'));

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

export function openPalette(goTo: GoTo): void {
  const { stack } = useModals.getState();
  if (stack.length > 0) return;
  pushModal('palette', (close) => <CommandPalette goTo={goTo} onClose={close} />);
}

/** In a field that was typed into, the browser's own undo works first. */
const unlessEdited = (act: () => void) => (_: unknown, event?: KeyboardEvent) => {
  if (isEdited(event?.target ?? null)) return false;
  act();
  return true;
};

export const EVERYWHERE: readonly Action<null>[] = [
  { id: 'help', label: helpTexts.open, keys: ['?'], run: openShortcutHelp },
  {
    id: 'region-next',
    label: helpTexts.nextRegion,
    keys: ['F6'],
    keyOnly: true,
    inTextFields: true,
    run: () => moveRegion(1),
  },
  {
    id: 'region-previous',
    label: helpTexts.previousRegion,
    keys: ['Shift+F6'],
    keyOnly: true,
    inTextFields: true,
    run: () => moveRegion(-1),
  },
  {
    id: 'notices',
    label: helpTexts.notices,
    keys: ['F8'],
    keyOnly: true,
    inTextFields: true,
    run: toggleNotices,
  },
];

/** Where an action may lead to. */
export interface ShellContext {
  goTo: GoTo;
}

export const switchBudget: Action<unknown> = {
  id: 'close-budget',
  label: shellTexts.switchBudget,
  keys: ['Mod+O'],
  inTextFields: true,
  run: () => void closeFile(),
};

/** With an open budget. */
export const WITH_BUDGET: readonly Action<ShellContext>[] = [
  switchBudget,
  {
    id: 'sync',
    label: helpTexts.sync,
    keys: ['Mod+S'],
    inTextFields: true,
    run: () => void syncNow(),
  },
  {
    id: 'undo',
    label: helpTexts.undo,
    keys: ['Mod+Z'],
    inTextFields: true,
    run: unlessEdited(undo),
  },
  {
    id: 'redo',
    label: helpTexts.redo,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    inTextFields: true,
    run: unlessEdited(redo),
  },
  {
    id: 'palette',
    label: helpTexts.palette,
    keys: ['Mod+K'],
    inTextFields: true,
    keyOnly: true,
    run: ({ goTo }) => openPalette(goTo),
  },
];

/** The places that two letters lead to, one after the other. */
export const GO_TO: readonly Action<ShellContext>[] = PLACES.filter(({ keys }) => keys).map(
  ({ to, keys, name }) => ({
    id: `go-${to}`,
    label: helpTexts.goTo(name),
    keys: [keys ?? ''],
    keyOnly: true,
    run: ({ goTo }) => goTo(to),
  }),
);
