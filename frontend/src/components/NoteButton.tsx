import { StickyNote } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { useLatest } from '@/lib/react/useLatest';
import { commonTexts } from '@/texts/common';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { IconButton } from './IconButton';
import styles from './NoteButton.module.css';
import { Popover } from './Popover';

/** A note while it is edited. */
export interface NoteDraft {
  text: string;
  setText: (text: string) => void;
}

interface NoteEditorProps {
  /** The subject of the note, e.g. 'Food' or 'November 2026'. */
  about: string;
  /** Null while loading. */
  note: string | null;
  onSave: (note: string) => void;
  /** Retries a failed load. */
  onRetry?: (() => void) | undefined;
  /** What follows the text, such as the meaning of its lines. */
  below?: ((draft: NoteDraft) => ReactNode) | undefined;
}

/** The note of a thing as an editable popover; saves when it closes, if changed. */
export function NoteButton(props: NoteEditorProps) {
  const { about, note } = props;
  return (
    <DialogTrigger>
      <IconButton label={commonTexts.noteFor(about)} className={note ? styles.present : undefined}>
        <StickyNote
          size="1rem"
          aria-hidden="true"
          fill={note ? 'currentColor' : 'none'}
          fillOpacity={0.25}
        />
      </IconButton>
      <NotePopover {...props} />
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
    <Popover
      {...trigger}
      {...(triggerRef ? { triggerRef } : {})}
      {...(styles.popover ? { className: styles.popover } : {})}
    >
      <AriaDialog
        className={styles.editor ?? ''}
        data-roomy={editor.below !== undefined || undefined}
      >
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {commonTexts.noteFor(editor.about)}
        </Heading>
        <NoteBody {...editor} />
      </AriaDialog>
    </Popover>
  );
}

/** The same at the foot of a phone. */
export function NoteSheet({ onClose, ...editor }: NoteEditorProps & { onClose: () => void }) {
  return (
    <Dialog title={commonTexts.noteFor(editor.about)} onClose={onClose}>
      <NoteBody {...editor} />
    </Dialog>
  );
}

function NoteBody({ note, onRetry, ...editor }: NoteEditorProps) {
  if (note !== null) return <NoteText note={note} {...editor} />;
  if (!onRetry) return <p role="status">{commonTexts.loadingNote}</p>;
  return (
    <div role="alert" className={styles.failed}>
      <p>{commonTexts.noteNotLoaded}</p>
      <Button onPress={onRetry}>{commonTexts.tryAgain}</Button>
    </div>
  );
}

interface NoteTextProps extends Omit<NoteEditorProps, 'note' | 'onRetry'> {
  note: string;
}

/** The text of a note; however its editor is closed, a change is saved. */
function NoteText({ about, note, onSave, below }: NoteTextProps) {
  const [text, setText] = useState(note);
  const before = useRef(note);
  const latest = useLatest({ text, onSave });
  useEffect(
    () => () => {
      const { text, onSave } = latest.current;
      if (text !== before.current) onSave(text);
    },
    [],
  );
  return (
    <>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the editor was opened to write in it.
        autoFocus
        aria-label={commonTexts.noteFor(about)}
        className={styles.text}
        value={text}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => setText(event.target.value)}
      />
      {below?.({ text, setText })}
    </>
  );
}
