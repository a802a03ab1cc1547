import { StickyNote } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { IconButton } from './IconButton';
import styles from './NoteButton.module.css';
import { Popover } from './Popover';

interface NoteEditorProps {
  /** What the note is about, e.g. 'Food' or 'November 2026'. */
  about: string;
  note: string;
  onSave: (note: string) => void;
}

/** The note of a thing as an editable popover; saves when it closes, if changed. */
export function NoteButton({ about, note, onSave }: NoteEditorProps) {
  return (
    <DialogTrigger>
      <IconButton label={`Note for ${about}`} className={note ? styles.present : undefined}>
        <StickyNote
          size="1rem"
          aria-hidden="true"
          fill={note ? 'currentColor' : 'none'}
          fillOpacity={0.25}
        />
      </IconButton>
      <NotePopover about={about} note={note} onSave={onSave} />
    </DialogTrigger>
  );
}

interface NotePopoverProps extends NoteEditorProps {
  /** For opening without a button, e.g. from a cell's menu. */
  trigger?: { isOpen: boolean; onOpenChange: (open: boolean) => void };
  triggerRef?: RefObject<Element | null>;
}

export function NotePopover({ trigger, triggerRef, ...editor }: NotePopoverProps) {
  return (
    <Popover {...trigger} {...(triggerRef ? { triggerRef } : {})}>
      <Dialog className={styles.editor ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          Note for {editor.about}
        </Heading>
        <NoteText {...editor} />
      </Dialog>
    </Popover>
  );
}

/** The text of a note; however its editor is closed, a change is saved. */
function NoteText({ about, note, onSave }: NoteEditorProps) {
  const [text, setText] = useState(note);
  const before = useRef(note);
  const latest = useRef({ text, onSave });
  latest.current = { text, onSave };
  useEffect(
    () => () => {
      const { text, onSave } = latest.current;
      if (text !== before.current) onSave(text);
    },
    [],
  );
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the editor was opened to write in it.
      autoFocus
      aria-label={`Note for ${about}`}
      className={styles.text}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
