import { announce } from '@/lib/announce/announce';
import { getConnection } from '@/lib/connection/backend';
import { history, isForeign, travel } from '@/lib/history/history';
import { restore } from '@/lib/history/snapshots';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { keepFocusAfterDialog } from './regions';
import { errorText, texts } from './texts';

/** Undo has one notice of its own, so that it never hides another one (ui-brief 16). */
const NOTICE = 'undo';

type Way = 'undo' | 'redo';

/** Ends the watch over a question that is still open. */
let stopWatching = () => {};

async function run(way: Way): Promise<void> {
  stopWatching();
  dismissNotice(NOTICE);
  try {
    const outcome = await travel(way);
    if (!outcome) return;
    if (restore(outcome.undoTag, way)) keepFocusAfterDialog();
    const label = outcome.label ?? null;
    const back: Way = way === 'undo' ? 'redo' : 'undo';
    notify({
      id: NOTICE,
      type: 'message',
      message: way === 'undo' ? texts.shell.undid(label) : texts.shell.redid(label),
      button: {
        title: back === 'undo' ? texts.shell.undoTitle : texts.shell.redoTitle,
        action: () => void run(back),
      },
    });
  } catch (error) {
    notify({ id: NOTICE, type: 'error', message: errorText(error) });
  }
}

/** A step made in another tab is named and asked about before it is taken back. */
function ask(way: Way, label: string | null): void {
  stopWatching();
  const { foreignUndo, foreignRedo, undoTitle, redoTitle } = texts.shell;
  notify({
    id: NOTICE,
    type: 'warning',
    sticky: true,
    message: way === 'undo' ? foreignUndo(label) : foreignRedo(label),
    button: {
      title: way === 'undo' ? undoTitle : redoTitle,
      action: () => void run(way),
    },
  });
  // Once another step is the next one, the question names something else than would be undone.
  stopWatching = history.subscribe(() => {
    stopWatching();
    dismissNotice(NOTICE);
  });
}

function step(way: Way): void {
  if (getConnection().state.getState().status !== 'open') return;
  const { [way]: next, isAhead } = history.getState();
  // The backend takes calls in their order, so this one finds the step that was sent before it.
  if (isAhead && way === 'undo') return void run(way);
  if (!next) {
    announce(way === 'undo' ? texts.shell.nothingToUndo : texts.shell.nothingToRedo);
    return;
  }
  if (isForeign(next)) ask(way, next.label);
  else void run(way);
}

export const undo = () => step('undo');
export const redo = () => step('redo');
