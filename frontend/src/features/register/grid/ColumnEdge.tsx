import { type PointerEvent, useRef } from 'react';
import { type ColumnId, withinLimits } from '../model/columns';
import type { ColumnSizing } from '../useColumns';
import { textScale, widthOf } from './columnWidth';
import styles from './grid.module.css';
import type { RegisterController } from './RegisterController';

interface EdgeProps {
  column: ColumnId;
  controller: RegisterController;
  sizing: ColumnSizing;
}

/**
 * The edge of a column, for dragging; a double press restores its default width. Keys on the title
 * do the same. While dragging, only the grid's tracks change and nothing is redrawn.
 */
export function ColumnEdge({ column, controller, sizing }: EdgeProps) {
  const drag = useRef<{ x: number; width: number; to: number } | null>(null);
  const start = (event: PointerEvent<HTMLElement>) => {
    const title = event.currentTarget.parentElement;
    if (event.button !== 0 || !title) return;
    const width = widthOf(title);
    drag.current = { x: event.clientX, width, to: width };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const { x, width } = drag.current;
    const to = withinLimits(column, width + (event.clientX - x) / textScale());
    drag.current.to = to;
    controller.root?.style.setProperty('--columns', sizing.trackFor(column, to));
  };
  const end = () => {
    const dragged = drag.current;
    drag.current = null;
    if (!dragged) return;
    if (dragged.to !== dragged.width) sizing.keep(column, dragged.to);
    else controller.root?.style.setProperty('--columns', controller.model.columns.template);
  };
  return (
    <span
      aria-hidden="true"
      className={styles.edge}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      // A press on the edge is none on the title.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => sizing.keep(column, null)}
    />
  );
}
