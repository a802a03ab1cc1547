import { readFileSync } from 'node:fs';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { askToDiscard } from './askToDiscard';
import { Button } from './Button';
import buttonStyles from './Button.module.css';
import { Dialog } from './Dialog';
import { ModalStack } from './ModalStack';
import { NoteButton } from './NoteButton';

interface Props {
  isBusy?: boolean;
  isDirty?: boolean;
  askToLeave?: (leave: () => void) => void;
}

function Page(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog
          title="Move money"
          {...props}
          onClose={() => setOpen(false)}
          footer={<Button look="primary">Move</Button>}
        >
          <input aria-label="Amount" autoFocus />
        </Dialog>
      )}
      <ModalStack />
    </main>
  );
}

async function open(props: Props = {}) {
  const user = userEvent.setup();
  render(<Page {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Move money' });
  return user;
}

test('a dialog is named by its title and has the focus in its first field', async () => {
  await open();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
});

test('Escape closes it and gives the focus back to the opener', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })),
  );
});

test('while it is busy neither Escape nor the close button ends it', async () => {
  const user = await open({ isBusy: true });
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Close' }).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

test('leaving a long form that was changed asks first', async () => {
  const user = await open({ isDirty: true, askToLeave: askToDiscard });
  // The focus comes back from the question a frame after it is gone.
  const leave = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Move money' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    return screen.findByRole('alertdialog', { name: 'Discard changes?' });
  };
  const question = await leave();
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await leave();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(within(await leave()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what lies below a dialog takes no part in the page', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});

/** The style sheet of buttons, with the names its classes have on the page. */
const BUTTON_STYLES = readFileSync('src/components/Button.module.css', 'utf8').replace(
  /\.([a-z]\w*)/gi,
  (all, name: string) => (buttonStyles[name] ? `.${buttonStyles[name]}` : all),
);

test('a busy button keeps its name and ignores presses', async () => {
  const press = vi.fn();
  render(
    <>
      <style>{BUTTON_STYLES}</style>
      <Button isBusy onPress={press}>
        Save
      </Button>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: /Save/ }));
  expect(press).not.toHaveBeenCalled();
});

test('a note is saved when its editor closes, if it was changed', async () => {
  const save = vi.fn();
  const user = userEvent.setup();
  render(<NoteButton about="Food" note="old" onSave={save} />);
  const button = screen.getByRole('button', { name: 'Note for Food' });
  await user.click(button);
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for Food' });
  expect([text.selectionStart, text.selectionEnd]).toEqual([3, 3]);
  await user.keyboard('{Escape}');
  expect(save).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await user.click(button);
  const field = await screen.findByRole('textbox', { name: 'Note for Food' });
  await user.clear(field);
  await user.type(field, 'new');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('new'));
});

test('a note that is not known yet cannot be written over', async () => {
  const save = vi.fn();
  const retry = vi.fn();
  const page = render(<NoteButton about="Food" note={null} onSave={save} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Note for Food' }));
  screen.getByText('Loading the note…');
  page.rerender(<NoteButton about="Food" note={null} onSave={save} onRetry={retry} />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  page.rerender(<NoteButton about="Food" note="old" onSave={save} />);
  expect(screen.getByRole('textbox', { name: 'Note for Food' })).toHaveProperty('value', 'old');
  expect(save).not.toHaveBeenCalled();
});

test('the second click of the double click that opened it presses nothing in it', async () => {
  await open();
  const submit = vi.fn((event: Event) => event.preventDefault());
  const button = screen.getByRole('button', { name: 'Move' });
  button.addEventListener('click', submit);
  const isStray = !fireEvent.click(button, { detail: 2 });
  expect([isStray, submit.mock.calls.length]).toEqual([true, 0]);
  fireEvent.click(button, { detail: 1 });
  expect(submit).toHaveBeenCalledTimes(1);
});

function Lines({ first }: { first: readonly string[] }) {
  const [lines, setLines] = useState(first);
  return (
    <Dialog title="Lines" onClose={() => {}}>
      {lines.map((line) => (
        <div key={line}>
          <input aria-label={line} />
          <button
            type="button"
            aria-label="Remove"
            onClick={() => setLines(lines.filter((other) => other !== line))}
          />
        </div>
      ))}
      <button type="button" onClick={() => setLines([...lines, 'new'])}>
        Add
      </button>
    </Dialog>
  );
}

test('when a focused line is removed, its neighbour takes the focus, at last the button to add', async () => {
  const user = userEvent.setup();
  render(<Lines first={['a', 'b', 'c']} />);
  const remove = (at: number) => screen.getAllByRole('button', { name: 'Remove' })[at];
  remove(1)?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(remove(1)));
  expect(screen.queryByLabelText('b')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(remove(0)));
  expect(screen.queryByLabelText('c')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add'));
});

function OneButton() {
  const [isThere, setThere] = useState(true);
  return (
    <Dialog title="Button" onClose={() => {}}>
      <div>
        <p>Selected</p>
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Unlink
          </button>
        )}
      </div>
      <ul>
        <li>
          <input type="checkbox" aria-label="Row" />
        </li>
      </ul>
    </Dialog>
  );
}

test('when a focused button goes, what is next to it takes the focus', async () => {
  const user = userEvent.setup();
  render(<OneButton />);
  screen.getByText('Unlink').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Row')));
});
