import { LOW, useMedia } from '@/components/useMedia';
import { useRem } from '@/components/useRem';

/** Heights in rem, so that rows grow with the text size (brief 14 and 22.1). */
const ROW_REM = 2;
const TOUCH_ROW_REM = 3.125;
/** In a low window, as at 200 %, a row for a thumb is no higher than its targets. */
const LOW_TOUCH_ROW_REM = 2.75;

/** Height of a grid row in px at the present text size. */
export function useRowHeight(isTouch: boolean): number {
  const isLow = useMedia(LOW);
  const touch = isLow ? LOW_TOUCH_ROW_REM : TOUCH_ROW_REM;
  return useRem() * (isTouch ? touch : ROW_REM);
}
