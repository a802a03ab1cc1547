import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
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
  value: K;
  onChange: (value: K) => void;
  isDisabled?: boolean;
}

/** One of a few named options. */
export function Select<K extends string>(props: SelectProps<K>) {
  const { label, options, value, onChange, isDisabled = false } = props;
  return (
    <AriaSelect
      className={styles.field ?? ''}
      isDisabled={isDisabled}
      value={value}
      onChange={(key) => key !== null && onChange(key as K)}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Button className={`${styles.input} ${styles.select}`}>
        <SelectValue />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <Popover>
        <ListBox items={options} className={styles.list ?? ''}>
          {(option) => <ListBoxItem className={styles.option ?? ''}>{option.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
