/** Dragging something by its row: where it begins and ends, its words, scrolling near the edges. */
import styles from './reorder.module.css';

/** Movement that makes a press a drag. */
const DRAG_START_PX = 5;
/** Near the edges the list scrolls by itself. */
const EDGE_PX = 36;
const SCROLL_STEP_PX = 9;

interface Point {
  x: number;
  y: number;
}

export interface Drag {
  /** Beside the pointer. */
  words: string;
  scroller: HTMLElement | null;
  /** The pointer moved, or the list below it did; in pixels of the window. */
  over: (point: Point) => void;
  /** The drag ended by a drop or was cancelled. Not called for a press that never moved. */
  end: (isDropped: boolean) => void;
}

interface Press {
  button: number;
  pointerType: string;
  clientX: number;
  clientY: number;
}

/** Rows are dragged with the first button of a mouse or with a pen; touch scrolls. */
export const canDrag = ({ button, pointerType }: Press) => button === 0 && pointerType !== 'touch';

/** Makes a press a drag as soon as the pointer moves. Escape gives it up. */
export function watchDrag(press: Press, drag: Drag): void {
  const running = new RunningDrag(press, drag);
  running.watch();
}

class RunningDrag {
  private readonly start: Point;
  private readonly drag: Drag;
  private pointer: Point;
  private ghost: HTMLElement | null = null;
  private frame = 0;
  private readonly stop = new AbortController();

  constructor({ clientX: x, clientY: y }: Press, drag: Drag) {
    this.start = { x, y };
    this.pointer = this.start;
    this.drag = drag;
  }

  watch(): void {
    const { signal } = this.stop;
    window.addEventListener('pointermove', (event) => this.move(event), { signal });
    window.addEventListener('pointerup', () => this.finish(true), { signal });
    window.addEventListener('pointercancel', () => this.finish(false), { signal });
    window.addEventListener('keydown', (event) => this.press(event), { signal, capture: true });
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish(false);
  }

  private move(event: PointerEvent): void {
    this.pointer = { x: event.clientX, y: event.clientY };
    const { x, y } = this.start;
    if (!this.ghost && Math.hypot(this.pointer.x - x, this.pointer.y - y) < DRAG_START_PX) return;
    if (!this.ghost) this.begin();
    event.preventDefault();
    this.aim();
  }

  private begin(): void {
    this.ghost = document.createElement('div');
    this.ghost.className = styles.ghost ?? '';
    this.ghost.textContent = this.drag.words;
    document.body.append(this.ghost);
    document.body.style.userSelect = 'none';
    document.body.style.cursor = 'grabbing';
    this.scroll();
  }

  private aim(): void {
    if (!this.ghost) return;
    this.ghost.style.transform = `translate(${this.pointer.x + 12}px, ${this.pointer.y + 8}px)`;
    this.drag.over(this.pointer);
  }

  /** Scrolls while the pointer rests near an edge. */
  private scroll(): void {
    const { scroller } = this.drag;
    if (!scroller) return;
    this.frame = requestAnimationFrame(() => {
      const { top, bottom } = scroller.getBoundingClientRect();
      const isAbove = this.pointer.y < top + EDGE_PX;
      const isBelow = this.pointer.y > bottom - EDGE_PX;
      if (isAbove || isBelow) {
        scroller.scrollTop += isAbove ? -SCROLL_STEP_PX : SCROLL_STEP_PX;
        this.aim();
      }
      this.scroll();
    });
  }

  private finish(isDropped: boolean): void {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    if (!this.ghost) return;
    this.ghost.remove();
    document.body.style.userSelect = '';
    document.body.style.cursor = '';
    swallowClick();
    this.drag.end(isDropped);
  }
}

/** Letting go of a dragged link would follow it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
