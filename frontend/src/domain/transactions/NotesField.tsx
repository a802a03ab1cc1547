import { useId } from 'react';
import { Popover } from '@/components/Popover';
import { FieldFrame } from '@/components/pickers/FieldFrame';
import { type FieldProps, inputAttributes } from '@/components/pickers/field';
import { SuggestList } from '@/components/pickers/SuggestList';
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
  const list = `${id}-tags`;
  return (
    <FieldFrame id={id} field={props}>
      <input
        {...inputAttributes(id, props)}
        {...events}
        ref={input}
        aria-autocomplete="list"
        aria-controls={tags.isOpen ? list : undefined}
        aria-activedescendant={tags.highlighted ? `${list}-${tags.highlighted}` : undefined}
        value={typed ?? props.value}
        onChange={(event) => {
          events.onChange(event);
          tags.noteCaret();
        }}
        onSelect={tags.noteCaret}
        onKeyDown={(event) => void (tags.press(event) || press(event))}
      />
      <Popover
        isOpen={tags.isOpen}
        isNonModal
        triggerRef={input}
        placement="bottom start"
        onOpenChange={(open) => !open && tags.close()}
      >
        <SuggestList
          id={list}
          label={transactionsTexts.tags}
          suggestions={tags.suggestions}
          text={tags.typed}
          highlighted={tags.highlighted}
          value={null}
          onChoose={({ id: tag }) => tags.take(tag)}
        />
      </Popover>
    </FieldFrame>
  );
}
