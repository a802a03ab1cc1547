import { useId } from 'react';
import { FieldFrame } from '@/components/pickers/FieldFrame';
import { type FieldProps, inputAttributes } from '@/components/pickers/field';
import { useTyped } from '@/components/pickers/useTyped';

/** The notes of a transaction, on one line. */
export function NotesField(props: FieldProps<string>) {
  const id = useId();
  const { typed, press, input, events } = useTyped(props, {
    read: (text) => ({ value: text }),
  });
  return (
    <FieldFrame id={id} field={props}>
      <input
        {...inputAttributes(id, props)}
        {...events}
        ref={input}
        value={typed ?? props.value}
        onKeyDown={press}
      />
    </FieldFrame>
  );
}
