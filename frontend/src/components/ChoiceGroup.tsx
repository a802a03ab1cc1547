import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import styles from './ChoiceGroup.module.css';
import fieldStyles from './Field.module.css';

interface Choice<K extends string> {
  id: K;
  name: string;
}

interface ChoiceGroupProps<K extends string> {
  label: string;
  choices: readonly Choice<K>[];
  value: K;
  onChange: (value: K) => void;
  /** 'bar' divides the width evenly; 'wrap' sets the choices one after the other. */
  look?: 'wrap' | 'bar';
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  autoFocus?: boolean;
  isDisabled?: boolean;
}

/** One of a few choices that are all in view. */
export function ChoiceGroup<K extends string>(props: ChoiceGroupProps<K>) {
  const {
    label,
    choices,
    value,
    onChange,
    look = 'wrap',
    isLabelHidden,
    autoFocus,
    isDisabled = false,
  } = props;
  return (
    <RadioGroup
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(id) => onChange(id as K)}
      orientation="horizontal"
      isDisabled={isDisabled}
    >
      <Label className={(isLabelHidden ? 'visually-hidden' : fieldStyles.label) ?? ''}>
        {label}
      </Label>
      <div className={styles.choices} data-look={look}>
        {choices.map(({ id, name }) => (
          <Radio
            key={id}
            value={id}
            className={styles.choice ?? ''}
            autoFocus={autoFocus === true && id === value}
          >
            {name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
