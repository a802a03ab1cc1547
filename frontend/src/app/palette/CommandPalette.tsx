import { useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { TextField } from 'react-aria-components/TextField';
import { useOverlay } from '@/components/useOverlay';
import { overlayClosed } from '@/lib/focus/overlays';
import { keyCaps } from '@/lib/keys/keys';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { useAmountCell } from '@/lib/sheet/useCell';
import { paletteTexts } from '@/texts/shell';
import styles from './CommandPalette.module.css';
import { type Command, type GoTo, noteRun, useCommands } from './useCommands';

interface CommandPaletteProps {
  goTo: GoTo;
  onClose: () => void;
}

/** Finds screens, accounts and actions by name and goes there or runs them. */
export default function CommandPalette({ goTo, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const groups = useCommands(text, goTo);
  useOverlay(onClose);
  const run = (id: string) => {
    const command = groups.flatMap(({ options }) => options).find((it) => it.id === id);
    if (!command) return;
    noteRun(command.id.replace(/^again:/, ''));
    // Commands may move the focus, which the dialog gives back first.
    void overlayClosed().then(command.run);
    onClose();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={styles.backdrop ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog aria-label={paletteTexts.title} className={styles.dialog ?? ''}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <TextField aria-label={paletteTexts.search} autoFocus className={styles.search ?? ''}>
              <Input
                role="combobox"
                aria-expanded
                placeholder={paletteTexts.search}
                className={styles.input ?? ''}
              />
            </TextField>
            <ListBox
              aria-label={paletteTexts.title}
              className={styles.list ?? ''}
              onAction={(id) => run(String(id))}
            >
              {groups.map(({ id, name, options }) => (
                <ListBoxSection key={id} id={id}>
                  <Header className={styles.heading ?? ''}>{name}</Header>
                  {options.map((command) => (
                    <ListBoxItem
                      key={command.id}
                      id={command.id}
                      textValue={command.name}
                      className={styles.item ?? ''}
                    >
                      <Row command={command} />
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Row({ command: { name, keys, cell } }: { command: Command }) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      {cell && <Balance {...cell} />}
      {keys && (
        <span className={styles.keys}>
          {keyCaps(keys).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      )}
    </>
  );
}

function Balance({ sheet, name }: { sheet: string; name: string }) {
  const format = useAmountFormat();
  const amount = useAmountCell(sheet, name);
  return <span className={styles.balance}>{format.format(amount)}</span>;
}
