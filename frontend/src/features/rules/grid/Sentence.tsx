import type { Phrase } from '../model/sentences';
import styles from './rules.module.css';

/** Phrases one after the other: fields in the accent, values in bold. */
export function Sentence({ phrases }: { phrases: readonly Phrase[] }) {
  return phrases.map(({ kind, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: phrases have no other identity.
    <span key={at} className={styles[kind]}>
      {`${text} `}
    </span>
  ));
}
