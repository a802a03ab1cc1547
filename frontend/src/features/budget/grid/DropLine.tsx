import { useGrid } from './gridStore';
import styles from './rows.module.css';

/** Where the dragged row would land. */
export function DropLine({ rowHeight }: { rowHeight: number }) {
  const line = useGrid((state) => state.dragging?.lineIndex ?? null);
  if (line === null) return null;
  return <div aria-hidden="true" className={styles.line} style={{ top: line * rowHeight }} />;
}
