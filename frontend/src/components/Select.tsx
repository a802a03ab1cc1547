import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import styles from './Field.module.css';
import { Popover } from './Popover';

export interface SelectOption<K extends string = string> {
  id: K;
  name: string;
}

interface SelectProps<K extends string> {
  label: string;
  options: readonly SelectOption<K>[];
  /** Null while nothing is chosen. */
  value: K | null;
  onChange: (value: K) => void;
  isDisabled?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
  /** Shown under the field and tied to it. */
  error?: string | undefined;
}

/** One of a few named options. */
export function Select<K extends string>(props: SelectProps<K>) {
  const {
    label,
    options,
    value,
    onChange,
    isDisabled = false,
    placeholder = '',
    autoFocus = false,
    error,
  } = props;
  return (
    <AriaSelect
      className={styles.field ?? ''}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      value={value}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      onChange={(key) => key !== null && onChange(key as K)}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Button className={`${styles.input} ${styles.select}`}>
        <SelectValue className={styles.chosen ?? ''} />
        <ChevronDown size="1rem" aria-hidden="true" />
      </Button>
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
      <Popover>
        <ListBox items={options} className={styles.list ?? ''}>
          {(option) => <ListBoxItem className={styles.option ?? ''}>{option.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
