import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Popover } from '../Popover';
import { FieldFrame } from './FieldFrame';
import frame from './FieldFrame.module.css';
import { inputAttributes, useFieldFocus } from './field';
import { SuggestList } from './SuggestList';
import { type SuggestProps, useSuggest } from './useSuggest';

interface Props extends SuggestProps {
  /** Under the list; pressing it leaves the focus in the field. */
  footer?: ReactNode;
  /** Keys of the footer, before the field sees them; answer true when one was used. */
  onFooterKey?: (event: KeyboardEvent) => boolean;
}

/** A text field with suggestions below it: payees, categories, accounts. */
export function Suggest(props: Props) {
  const { label, look = 'form', footer, onFooterKey } = props;
  const field = useSuggest(props);
  const input = useFieldFocus(props);
  const id = useId();
  const list = `${id}-list`;
  return (
    <FieldFrame id={id} field={props}>
      <input
        {...inputAttributes(id, props)}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={field.isOpen}
        aria-controls={field.isOpen ? list : undefined}
        aria-activedescendant={field.highlighted ? `${list}-${field.highlighted.id}` : undefined}
        value={field.text}
        onChange={(event) => field.onType(event.target.value)}
        onKeyDown={(event) => {
          // What the key changed is seen in the list.
          if (onFooterKey?.(event)) field.onPress();
          else field.onKeyDown(event);
        }}
        onFocus={field.onFocus}
        onBlur={field.onBlur}
        onClick={field.onPress}
      />
      {look === 'form' && <ChevronDown size="1rem" className={frame.sign} aria-hidden="true" />}
      <Popover
        isOpen={field.isOpen}
        isNonModal
        triggerRef={input}
        placement="bottom start"
        onOpenChange={(open) => !open && field.close()}
      >
        <SuggestList
          id={list}
          label={label}
          suggestions={field.offered}
          text={field.typed ?? ''}
          highlighted={field.highlighted?.id ?? null}
          value={props.value}
          onChoose={field.onChoose}
          footer={footer}
        />
      </Popover>
    </FieldFrame>
  );
}
