import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { ComboInput } from './ComboInput';
import { FieldFrame } from './FieldFrame';
import frame from './FieldFrame.module.css';
import { inputAttributes, useFieldFocus, useSelectArrival } from './field';
import { type ComboProps, useCombo } from './useCombo';

interface Props extends ComboProps {
  /** Under the list; pressing it leaves the focus in the field. */
  footer?: ReactNode;
  /** Handles the footer's keys before the field does; returns true if it used one. */
  onFooterKey?: (event: KeyboardEvent) => boolean;
}

/** A text field that chooses one of the options below it: payees, categories, accounts. */
export function ComboBox(props: Props) {
  const { label, look = 'form', footer, onFooterKey } = props;
  const field = useCombo(props);
  const input = useFieldFocus(props);
  useSelectArrival(input, props.value, field.typed !== null);
  const id = useId();
  return (
    <FieldFrame id={id} field={props}>
      <ComboInput
        id={id}
        label={label}
        input={input}
        attributes={{
          ...inputAttributes(id, props),
          // An open list hides the rest of the page from screen readers, and with it the label.
          'aria-label': label,
          value: field.text,
          onChange: (event) => field.onType(event.target.value),
          onKeyDown: (event) => {
            // The list must open to show the key's effect.
            if (onFooterKey?.(event)) field.onPress();
            else field.onKeyDown(event);
          },
          onFocus: field.onFocus,
          onBlur: field.onBlur,
          onMouseDown: field.onMouseDown,
          onClick: field.onClick,
        }}
        isOpen={field.isOpen}
        suggestions={field.offered}
        text={field.typed ?? ''}
        highlighted={field.highlighted?.id ?? null}
        value={props.value}
        onChoose={field.onChoose}
        onClose={field.close}
        footer={footer}
      />
      {look === 'form' && <ChevronDown size="1rem" className={frame.sign} aria-hidden="true" />}
    </FieldFrame>
  );
}
