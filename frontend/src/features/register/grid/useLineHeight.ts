import { useRem } from '@/components/useRem';

/** Heights in rem, so that lines grow with the text size (brief 7.1 and 22.1). */
const LINE_REM = 2;
const TWO_LINES_REM = 3;

/** Height of a line of the list in px at the present text size. */
export function useLineHeight(isNarrow: boolean): number {
  return useRem() * (isNarrow ? TWO_LINES_REM : LINE_REM);
}
