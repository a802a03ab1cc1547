import { useRem } from '@/components/useRem';

/** Heights in rem, so that rows grow with the text size (brief 14 and 22.1). */
const ROW_REM = 2;
const TOUCH_ROW_REM = 3.125;

/** Height of a grid row in px at the present text size. */
export function useRowHeight(isTouch: boolean): number {
  return useRem() * (isTouch ? TOUCH_ROW_REM : ROW_REM);
}
