import type { StepName } from '@/generated/contract';
import { notify } from '@/lib/notices/notices';
import { saving } from '@/lib/notices/saving';
import { tell } from '@/lib/notices/tell';
import { noticesTexts } from '@/texts/notices';
import { isForeign, travel, useHistory } from './history';
import { isSameStep, stepText } from './steps';

/**
 * The one notice about the latest step, whether it was made, undone or redone: the next one takes
 * its place, so that none offers to undo what is undone already.
 */
export const STEP_NOTICE = 'step';

/** Shows what a step did and offers to undo it. `actions` are those of links in the message. */
export function confirmStep(
  step: StepName,
  message = stepText(step) ?? '',
  actions: Record<string, () => void> = {},
): void {
  const button = { title: noticesTexts.undo, action: () => undoStep(step) };
  notify({ id: STEP_NOTICE, type: 'message', message, messageActions: actions, button });
}

/** Undoes the step of that name, unless somebody has made another one since. */
function undoStep(step: StepName): void {
  const { undo } = useHistory.getState();
  const isIt = undo && !isForeign(undo) && isSameStep(undo.name, step);
  const travelling = isIt ? travel('undo', { step: undo.number }) : null;
  if (travelling) void saving('undo-failed', travelling);
  else if (!isIt) tell(noticesTexts.notLastStep);
}
