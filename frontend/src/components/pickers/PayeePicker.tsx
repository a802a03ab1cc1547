import { ArrowLeftRight } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { pickersTexts } from '@/texts/pickers';
import { ComboBox } from './ComboBox';
import type { FieldProps } from './field';
import styles from './PayeePicker.module.css';
import { newPayeeName, type PickablePayee, payeeSections, suggestPayees } from './payeeOptions';

interface PayeePickerProps extends FieldProps<string | null> {
  /** In the order of the payee list. */
  payees: readonly PickablePayee[];
  /** Ids of recently used payees, newest first. */
  recent?: readonly string[];
  /** Offer to create what is typed; the value is then `new:` and the name. */
  canCreate?: boolean;
}

const NONE: readonly string[] = [];

/** Chooses a payee, creates one, or makes a transfer by choosing the payee of an account. */
export function PayeePicker(props: PayeePickerProps) {
  const { payees, recent = NONE, canCreate = true, value } = props;
  const current = useMemo(() => payees.find(({ id }) => id === value), [payees, value]);
  const [isTransfer, setTransfer] = useState(false);
  const creates = canCreate && !isTransfer;
  // Sorted out when the list is first wanted, not for every field on the screen.
  const sections = useMemo(() => {
    let made: ReturnType<typeof payeeSections> | undefined;
    return () => {
      made ??= payeeSections({ payees, recent, isTransfer });
      return made;
    };
  }, [payees, recent, isTransfer]);
  const suggest = useCallback(
    (typed: string | null) => suggestPayees(sections(), typed, creates),
    [sections, creates],
  );
  const hasTransfers = payees.some(({ transfer_acct }) => transfer_acct !== null);
  const toggle = () => setTransfer(!isTransfer);
  const onFooterKey = (event: KeyboardEvent) => {
    if (!hasTransfers || !event.altKey || event.key.toLowerCase() !== 't') return false;
    event.preventDefault();
    event.stopPropagation();
    toggle();
    return true;
  };
  return (
    <ComboBox
      {...props}
      shown={newPayeeName(value) ?? current?.name ?? ''}
      suggest={suggest}
      isClearable
      onFooterKey={onFooterKey}
      footer={
        hasTransfers && (
          <button
            type="button"
            tabIndex={-1}
            aria-pressed={isTransfer}
            aria-label={pickersTexts.makeTransfer}
            aria-keyshortcuts="Alt+T"
            className={styles.transfer}
            onClick={toggle}
          >
            <ArrowLeftRight size="1rem" aria-hidden="true" />
            {pickersTexts.makeTransfer}
            <span className={styles.keys}>{pickersTexts.altT}</span>
          </button>
        )
      }
    />
  );
}
