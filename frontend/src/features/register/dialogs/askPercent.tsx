import { useState } from 'react';
import { Filled } from '@/components/Filled';
import { FormDialog } from '@/components/FormDialog';
import { TextField } from '@/components/TextField';
import { useSubmit } from '@/components/useSubmit';
import {
  distributeByPercent,
  presentShares,
  readShares,
  writeShare,
} from '@/domain/transactions/percent';
import type { Split } from '@/domain/transactions/splits';
import type { AmountFormat } from '@/lib/format/amount';
import { pushModal } from '@/lib/modals/modals';
import { errorText } from '@/texts/errors';
import { registerTexts } from '@/texts/register';
import styles from './askPercent.module.css';

interface PercentProps {
  split: Split;
  /** What each part is called, in their order. */
  names: readonly string[];
  amounts: AmountFormat;
  onShare: (shares: readonly number[]) => void;
}

/** Asks how many percent of a split each of its parts is. */
export function askPercent(props: PercentProps): void {
  pushModal('distribute', (close) => <PercentDialog {...props} onClose={close} />);
}

function PercentDialog({ split, names, amounts, onShare, onClose }: PercentProps & Closing) {
  const [first] = useState(() => presentShares(split, amounts));
  const [texts, setTexts] = useState(first);
  const read = readShares(texts, amounts);
  const parts = read.ok ? distributeByPercent(split, read.shares).children : [];
  const submission = useSubmit({
    isValid: read.ok,
    send: () => {
      onClose();
      if (read.ok) onShare(read.shares);
    },
    explain: errorText,
  });
  const error = submission.isTried && !read.ok ? read : null;
  const hint = (at: number) => {
    const share =
      read.ok && texts[at] === '' ? `${writeShare(read.shares[at] ?? 0, amounts)} % ` : '';
    return parts[at] && `${share}= ${amounts.formatFull(parts[at].amount)}`;
  };
  return (
    <FormDialog
      title={registerTexts.distributeByPercent}
      action={registerTexts.distribute}
      submission={submission}
      onClose={onClose}
      isDirty={texts !== first}
    >
      <p className={styles.lead}>
        <Filled
          text={registerTexts.sharesOf}
          parts={{ amount: <strong>{amounts.formatFull(split.row.amount)}</strong> }}
        />
      </p>
      {texts.map((text, at) => (
        <TextField
          key={split.children[at]?.id}
          label={registerTexts.percentOf(names[at] ?? '')}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          autoFocus={at === 0}
          hint={hint(at)}
          error={error?.at === at ? error.reason : undefined}
          onChange={(next) => setTexts(texts.with(at, next))}
        />
      ))}
      {error?.at === null && (
        <p role="alert" className={styles.error}>
          {error.reason}
        </p>
      )}
    </FormDialog>
  );
}

interface Closing {
  onClose: () => void;
}
