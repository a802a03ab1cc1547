import { notify } from '@/lib/notices/notices';
import { saving } from '@/lib/notices/saving';
import { tell } from '@/lib/notices/tell';
import { noticesTexts } from '@/texts/notices';
import { isForeign, travel, useHistory } from './history';

/**
 * The one notice about the latest step, whether it was made, undone or redone: the next one takes
 * its place, so that none offers to undo what is undone already.
 */
export const STEP_NOTICE = 'step';

/** Shows what a step did and offers to undo it; the label is that of the step. */
export function stepDone(label: string, message = label): void {
  const button = { title: noticesTexts.undo, action: () => takeBack(label) };
  notify({ id: STEP_NOTICE, type: 'message', message, button });
}

/** Undoes the step of that label, unless somebody has made another one since. */
function takeBack(label: string): void {
  const { undo } = useHistory.getState();
  const isIt = undo && !isForeign(undo) && undo.label === label;
  if (isIt) void saving('undo-failed', travel('undo', { step: undo.number }));
  else tell(noticesTexts.notLastStep);
}
