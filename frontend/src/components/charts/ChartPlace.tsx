import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import { chartsTexts } from '@/texts/charts';
import styles from './charts.module.css';
import { movedAlong } from './cursor';
import { isAsking, plotFigure } from './figure';
import type { PlotProps } from './Plot';
import { useSideScroll } from './useSideScroll';

interface ChartPlaceProps
  extends Pick<
    PlotProps,
    'at' | 'onMove' | 'onOpen' | 'figureOf' | 'series' | 'place' | 'setPlace'
  > {
  title: string;
  count: number;
  children: ReactNode;
}

/** Beside the marked thing, room for the edge that fades and for the names that follow. */
const ROOM_PX = { before: 40, after: 200 };

/** Scrolls a drawing that is wider than its place so far that the marked thing is in view. */
function showMarked(place: HTMLElement): void {
  const marked = place.querySelector('[data-at]')?.getBoundingClientRect();
  if (!marked) return;
  const { left, right } = place.getBoundingClientRect();
  const after = Math.max(0, marked.right + ROOM_PX.after - right);
  // Its start matters more where both do not fit.
  place.scrollLeft += Math.min(after, marked.left - ROOM_PX.before - left);
}

/** Where the cursor of a drawing of things moves along them by the keyboard. */
export function ChartPlace(props: ChartPlaceProps) {
  const { title, count, at, onMove, onOpen, figureOf, series, children } = props;
  const { place, setPlace } = props;
  const sides = useSideScroll(place);
  const isByKey = useRef(false);
  useEffect(() => {
    if (isByKey.current && place && at !== null) showMarked(place);
    isByKey.current = false;
  }, [place, at]);
  const hint = useId();
  const isTouched = useRef(false);
  const ways = figureOf(series, at ?? 0);
  const open = ways ? () => ways.open(plotFigure(ways.id)) : onOpen && (() => onOpen(at ?? 0));
  const onKeyDown = (event: KeyboardEvent) => {
    if (ways && isAsking(event)) {
      event.preventDefault();
      return ways.explain();
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isOpening = event.key === 'Enter' && open !== undefined;
    if (isOpening) open();
    const next = movedAlong(event.key, at ?? 0, count);
    if (next !== null) {
      isByKey.current = next !== at;
      onMove(next, true);
    }
    if (next !== null || isOpening) event.preventDefault();
  };
  // A finger reads the chart; the button beside the figures opens what it reads.
  const onClick = ({ target }: MouseEvent) => {
    const isOnItem = target instanceof Element && target.closest('[data-item]') !== null;
    if (isOnItem && !isTouched.current) open?.();
  };
  return (
    <div
      ref={setPlace}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor.
      tabIndex={0}
      aria-roledescription={chartsTexts.chart}
      aria-label={title}
      aria-describedby={hint}
      className={`${styles.plot} ${styles.scroll}`}
      {...sides}
      data-figure={ways ? plotFigure(ways.id) : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={({ pointerType }) => {
        isTouched.current = pointerType === 'touch';
      }}
      onClick={onClick}
      onFocus={() => at === null && count > 0 && onMove(0, false)}
    >
      <p id={hint} hidden>
        {open ? chartsTexts.itemKeys : chartsTexts.moveItemKeys}
      </p>
      {children}
    </div>
  );
}
