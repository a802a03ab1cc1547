import { useId } from 'react';
import { ComboInput } from '@/components/pickers/ComboInput';
import { FieldFrame } from '@/components/pickers/FieldFrame';
import { type FieldProps, inputAttributes } from '@/components/pickers/field';
import { useTyped } from '@/components/pickers/useTyped';
import { transactionsTexts } from '@/texts/transactions';
import { useTagList } from './useTagList';

/** The notes of a transaction, on one line. `#` offers the tags used before. */
export function NotesField(props: FieldProps<string>) {
  const id = useId();
  const { typed, write, press, input, events } = useTyped(props, {
    read: (text) => ({ value: text }),
  });
  const tags = useTagList({ text: typed, input, write });
  return (
    <FieldFrame id={id} field={props}>
      <ComboInput
        id={id}
        label={transactionsTexts.tags}
        input={input}
        attributes={{
          ...inputAttributes(id, props),
          ...events,
          // Any text is a note; the list only offers.
          role: undefined,
          'aria-expanded': undefined,
          value: typed ?? props.value,
          onChange: (event) => {
            events.onChange(event);
            tags.noteCaret();
          },
          onSelect: tags.noteCaret,
          onKeyDown: (event) => void (tags.press(event) || press(event)),
        }}
        isOpen={tags.isOpen}
        suggestions={tags.suggestions}
        text={tags.typed}
        highlighted={tags.highlighted}
        value={null}
        onChoose={({ id: tag }) => tags.take(tag)}
        onClose={tags.close}
      />
    </FieldFrame>
  );
}
