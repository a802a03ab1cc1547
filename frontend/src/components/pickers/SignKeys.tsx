import { type CSSProperties, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { pickersTexts } from '@/texts/pickers';
import styles from './SignKeys.module.css';

const SIGNS = [
  { sign: '+', name: 'plus' },
  { sign: '-', name: 'minus' },
  { sign: '×', name: 'times' },
  { sign: '÷', name: pickersTexts.dividedBy },
];

interface SignKeysProps {
  onSign: (sign: string) => void;
  onEquals: () => void;
}

/** A row of signs above the keypad of a phone. Pressing one leaves the focus in the field. */
export function SignKeys({ onSign, onEquals }: SignKeysProps) {
  const covered = useSyncExternalStore(watchViewport, coveredHeight);
  return createPortal(
    <div
      role="toolbar"
      aria-label={pickersTexts.signs}
      className={styles.keys}
      style={{ '--covered': `${covered}px` } as CSSProperties}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {SIGNS.map(({ sign, name }) => (
        <button
          key={sign}
          type="button"
          tabIndex={-1}
          aria-label={name}
          className={styles.key}
          onClick={() => onSign(sign)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        aria-label={pickersTexts.equals}
        className={styles.key}
        onClick={onEquals}
      >
        =
      </button>
    </div>,
    document.body,
  );
}

/** Height of the page that the on-screen keypad covers. */
function coveredHeight(): number {
  const viewport = window.visualViewport;
  if (!viewport) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
}

function watchViewport(changed: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', changed);
  viewport?.addEventListener('scroll', changed);
  return () => {
    viewport?.removeEventListener('resize', changed);
    viewport?.removeEventListener('scroll', changed);
  };
}
