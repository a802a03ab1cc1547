import styles from './Flags.module.css';

const FLAG = /(--[a-z][a-z-]*)/;

/** Words in which flags of the command line stay in one piece: a line breaks at none of their hyphens. */
export function Flags({ children }: { children: string }) {
  return children.split(FLAG).map((part) =>
    FLAG.test(part) ? (
      <span key={part} className={styles.flag}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
