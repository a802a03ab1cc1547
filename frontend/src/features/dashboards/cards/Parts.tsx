import styles from '../card.module.css';

export interface Part {
  name: string;
  value: string;
  /** Stands apart from the others, as their total. */
  isTotal?: boolean;
}

/** A few named figures, one below the other. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <dl className={styles.parts}>
      {parts.map(({ name, value, isTotal }) => (
        <div key={name} data-total={isTotal || undefined}>
          <dt>{name}</dt>
          <dd data-amount>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
