import { useLayoutEffect, useRef, useState } from 'react';
import { isMotionWanted } from '@/lib/react/motion';

const COUNT_MS = 150;

interface Count {
  to: number;
  now: number;
}

/** An amount on its way to a new value of the same cell; without movement it is there at once. */
export function useCounted(cell: string, value: number | undefined): number | undefined {
  const last = useRef({ cell, value });
  const [count, setCount] = useState<Count | null>(null);
  useLayoutEffect(() => {
    const from = last.current.cell === cell ? last.current.value : undefined;
    last.current = { cell, value };
    if (from === undefined || value === undefined || from === value) return;
    return isMotionWanted() ? countTo(from, value, setCount) : undefined;
  }, [cell, value]);
  return count?.to === value ? count?.now : value;
}

/** Shows the amounts in between; returns the way to stop. */
function countTo(from: number, to: number, show: (count: Count | null) => void): () => void {
  let frame = 0;
  let start: number | undefined;
  const draw = (time: number) => {
    start ??= time;
    const part = (time - start) / COUNT_MS;
    show(part < 1 ? { to, now: Math.round(from + (to - from) * part) } : null);
    if (part < 1) frame = requestAnimationFrame(draw);
  };
  show({ to, now: from });
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}
