import type { Amount } from '@/generated/contract';
import type { Evaluated } from '@/lib/format/amount';
import { commonTexts } from '@/texts/common';
import { pickersTexts } from '@/texts/pickers';
import styles from './AmountPreview.module.css';

interface PreviewProps {
  text: string;
  read: Evaluated;
  /** An amount in words. */
  write: (cents: Amount) => string;
}

/** Says why the text of a field is no amount, at the place of the result. */
export function Refusal({ id, children }: { id: string; children: string }) {
  return (
    <span id={id} role="alert" className={`${styles.preview} ${styles.wrong}`}>
      {children}
    </span>
  );
}

/** "= 450.00" under a field that holds a sum, and what is wrong while it holds no amount. */
export function AmountPreview({ text, read, write }: PreviewProps) {
  const isUnfinished = /[+\-*/^×÷−(]\s*$/.test(text);
  if (!read.ok && read.reason !== 'empty' && !isUnfinished) {
    return (
      <output className={`${styles.preview} ${styles.wrong}`}>
        {read.reason === 'too-large' ? commonTexts.tooLarge : pickersTexts.notAnAmount}
      </output>
    );
  }
  // A plain number needs no result; anything else that is read as one does.
  if (/^\s*[-−]?[\d.,'’\s\p{Sc}]*$/u.test(text)) return null;
  return (
    <output className={styles.preview}>
      {read.ok && !isUnfinished ? `= ${write(read.cents)}` : '= …'}
    </output>
  );
}
