import { saving } from '@/lib/notices/saving';
import { tell } from '@/lib/notices/tell';
import { noticesTexts } from '@/texts/notices';
import { isForeign, travel, useHistory } from './history';

/** Takes back the step of that name, unless somebody has made another one since. */
export function takeBack(label: string): void {
  const { undo } = useHistory.getState();
  const isIt = undo && !isForeign(undo) && undo.label === label;
  if (isIt) void saving('undo-failed', travel('undo', { step: undo.number }));
  else tell(noticesTexts.notLastStep);
}
