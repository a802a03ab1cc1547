import { CallError } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';
import { recurrenceEditorTexts } from '@/texts/schedules';

/** Why the next dates are not shown. */
export function previewFailed(error: unknown): string {
  const isInvalid = error instanceof CallError && error.code === 'invalid-schedule';
  return isInvalid ? recurrenceEditorTexts.invalid : errorText(error);
}
