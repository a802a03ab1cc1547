import { useLayoutEffect, useRef, useState } from 'react';
import { isMotionWanted } from '@/lib/react/motion';

const COUNT_MS = 150;

/** An amount on its way to a new value of the same cell; without movement it is there at once. */
export function useCounted(cell: string, value: number | undefined): number | undefined {
  const last = useRef({ cell, value });
  const [between, show] = useState<number | null>(null);
  const shown = between ?? value;
  const latest = useRef(shown);
  useLayoutEffect(() => {
    const isSameCell = last.current.cell === cell;
    const from = isSameCell && last.current.value !== undefined ? latest.current : undefined;
    last.current = { cell, value };
    if (from === undefined || value === undefined || from === value) return;
    return isMotionWanted() ? countTo(from, value, show) : undefined;
  }, [cell, value]);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  return shown;
}

/** Shows the amounts in between; returns the way to stop. */
function countTo(from: number, to: number, show: (between: number | null) => void): () => void {
  let frame = 0;
  let start: number | undefined;
  const draw = (time: number) => {
    start ??= time;
    const part = (time - start) / COUNT_MS;
    show(part < 1 ? Math.round(from + (to - from) * part) : null);
    if (part < 1) frame = requestAnimationFrame(draw);
  };
  show(from);
  frame = requestAnimationFrame(draw);
  return () => {
    cancelAnimationFrame(frame);
    show(null);
  };
}
