import type { HistoryStep } from '@/generated/contract';
import { announce } from '@/lib/announce/announce';
import { getConnection } from '@/lib/connection/backend';
import { STEP_NOTICE } from '@/lib/history/confirmStep';
import { anotherStep, isForeign, nothingAhead, travel, useHistory } from '@/lib/history/history';
import { restore } from '@/lib/history/snapshots';
import { stepText } from '@/lib/history/steps';
import { whileBusy } from '@/lib/notices/busy';
import { dismissNotice, notify } from '@/lib/notices/notices';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';

type Way = 'undo' | 'redo';

/** Ends the watch over a question that is still open. */
let stopWatching = () => {};

async function run(way: Way, how: Parameters<typeof travel>[1] = {}): Promise<void> {
  const travelling = travel(way, how);
  if (!travelling) return;
  stopWatching();
  dismissNotice(STEP_NOTICE);
  try {
    const outcome = await whileBusy(shellTexts.stepping(way), travelling);
    if (!outcome) {
      if (how.onlyOwn) continueWithReported(way);
      return;
    }
    restore(outcome.undoTag, way);
    const words = stepText(outcome.name);
    const back: Way = way === 'undo' ? 'redo' : 'undo';
    notify({
      id: STEP_NOTICE,
      type: 'message',
      message: way === 'undo' ? shellTexts.undid(words) : shellTexts.redid(words),
      button: {
        title: back === 'undo' ? shellTexts.undoTitle : shellTexts.redoTitle,
        action: () => void run(back, { step: outcome.number }),
      },
    });
  } catch (error) {
    const other = anotherStep(error);
    // After a press that is still on its way, the next one means the step below.
    if (other && how.isPress && !isForeign(other)) {
      return run(way, { step: other.number, isPress: false });
    }
    if (other) return ask(way, other);
    notify({ id: STEP_NOTICE, type: 'error', message: errorText(error) });
  }
}

/** A step made in another tab is named and asked about before it is taken back. */
function ask(way: Way, { name, number }: HistoryStep): void {
  stopWatching();
  const words = stepText(name);
  const { foreignUndo, foreignRedo, undoTitle, redoTitle } = shellTexts;
  notify({
    id: STEP_NOTICE,
    type: 'warning',
    sticky: true,
    message: way === 'undo' ? foreignUndo(words) : foreignRedo(words),
    button: {
      title: way === 'undo' ? undoTitle : redoTitle,
      action: () => void run(way, { step: number }),
    },
  });
  // Once another step is the next one, the question names something else than would be undone.
  stopWatching = useHistory.subscribe(({ [way]: next }) => {
    if (next?.number === number) return;
    stopWatching();
    dismissNotice(STEP_NOTICE);
  });
}

function step(way: Way): void {
  if (getConnection().state.getState().status !== 'open') return;
  const { isAhead } = useHistory.getState();
  // The backend takes calls in their order, so this one finds the step that was sent before it;
  // unless that changed nothing, and the next step is one of another tab.
  if (isAhead && way === 'undo') return void run(way, { onlyOwn: true });
  take(way, { isPress: true });
}

/** Continues with the last step the server reported, because the pending write made no step. */
function continueWithReported(way: Way): void {
  nothingAhead();
  take(way, { isPress: false });
}

function take(way: Way, how: { isPress: boolean }): void {
  const next = useHistory.getState()[way];
  if (!next) {
    announce(way === 'undo' ? shellTexts.nothingToUndo : shellTexts.nothingToRedo);
    return;
  }
  if (isForeign(next)) ask(way, next);
  else void run(way, { ...how, step: next.number });
}

export const undo = () => step('undo');
export const redo = () => step('redo');
