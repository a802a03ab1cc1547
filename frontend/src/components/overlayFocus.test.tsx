import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { Dialogs, useLinkedDialog } from '@/app/Dialogs';
import { overlayClosed } from '@/lib/focus/overlays';
import { closeAllModals, closeModal, pushModal, useModals } from '@/lib/modals/modals';
import { openModal, registerModal } from '@/lib/modals/named';
import { showAlert, showConfirm } from './AlertDialog';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { FormDialog } from './FormDialog';
import { Menu, MenuItem, MenuTrigger } from './Menu';
import { NoteButton } from './NoteButton';
import { OptionPicker } from './pickers/OptionPicker';
import { TextField } from './TextField';
import { useSubmit } from './useSubmit';

function NameDialog({ onClose, save }: { onClose: () => void; save: () => Promise<void> }) {
  const [name, setName] = useState('');
  const submission = useSubmit({
    isValid: name !== '',
    send: () => save().then(onClose),
    explain: () => 'It failed',
  });
  return (
    <FormDialog title="Name it" action="Save" submission={submission} onClose={onClose}>
      <TextField label="Other" value="" />
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={submission.isTried && name === '' ? 'Give it a name' : undefined}
      />
    </FormDialog>
  );
}

const choose = () =>
  pushModal('choose', (close) => (
    <Dialog title="Choose" onClose={close}>
      <OptionPicker
        label="Category"
        sections={[{ id: 'all', name: '', options: [{ id: 'rest', name: 'Restaurants' }] }]}
        value={null}
        onChange={() => {}}
        autoFocus
      />
    </Dialog>
  ));
let save = () => Promise.resolve();
const name = () => pushModal('name', (close) => <NameDialog onClose={close} save={() => save()} />);

let removeRow: (row: string) => void;

function Page() {
  const [rows, setRows] = useState(['Food', 'Rent']);
  removeRow = (row) => setRows((all) => all.filter((other) => other !== row));
  useLinkedDialog();
  return (
    <main>
      <h1 tabIndex={-1}>Page</h1>
      <Button onPress={choose}>Choose</Button>
      <Button onPress={name}>Name</Button>
      <Button onPress={() => showAlert('Read this', 'Text')}>Alert</Button>
      <Button onPress={() => showConfirm('Sure?', 'Text', { text: 'Yes', act: () => {} })}>
        Confirm
      </Button>
      <MenuTrigger>
        <Button>Menu</Button>
        <Menu aria-label="Menu" onAction={(id) => id === 'ask' && name()}>
          <MenuItem id="ask">Ask</MenuItem>
          <MenuItem id="none">Nothing</MenuItem>
        </Menu>
      </MenuTrigger>
      <NoteButton about="Food" note="" onSave={() => {}} />
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Button
              onPress={() =>
                showConfirm(`Delete ${row}?`, 'Text', {
                  text: 'Yes',
                  act: () => removeRow(row),
                })
              }
            >
              {`Delete ${row}`}
            </Button>
          </li>
        ))}
      </ul>
      <Link to="/other">Other page</Link>
    </main>
  );
}

function show(first = '/') {
  const children = [
    { path: '/', element: <Page /> },
    { path: '/other', element: <h1>Other</h1> },
  ];
  const element = <Dialogs />;
  const router = createMemoryRouter(
    [
      {
        path: '/',
        children: children.map(({ path, element: page }) => ({
          path,
          element: (
            <>
              {page}
              {element}
            </>
          ),
        })),
      },
    ],
    { initialEntries: ['/other', first], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

const button = (label: string) => screen.getByRole('button', { name: label });
const focused = (label: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toContain(label));

beforeEach(() => {
  closeAllModals();
  save = () => Promise.resolve();
});

test.each([
  ['Choose', '{Escape}'],
  ['Name', '{Escape}'],
  ['Alert', '{Enter}'],
  ['Confirm', '{Escape}'],
  ['Menu', '{Escape}'],
  ['Menu', '{ArrowDown}{Enter}'],
])('%s closed with %s gives the focus back to its button', async (label, keys) => {
  const { user } = show();
  const opener = button(label);
  act(() => opener.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).not.toBe(opener));
  await user.keyboard(keys);
  await focused(label);
});

test('a popover gives the focus back to its button', async () => {
  const { user } = show();
  const opener = screen.getByRole('button', { name: /note/i });
  act(() => opener.focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a dialog opened from a menu gives the focus back to the button of the menu', async () => {
  const { user } = show();
  act(() => button('Menu').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Name it' });
  await user.keyboard('{Escape}');
  await focused('Menu');
});

test('when the opener is gone, its neighbour has the focus', async () => {
  const { user } = show();
  act(() => button('Delete Food').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  await user.click(button('Yes'));
  await focused('Delete Rent');
});

test('when the opener goes a moment after, its neighbour has the focus', async () => {
  const { user } = show();
  act(() => button('Delete Food').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  const closed = overlayClosed();
  await user.keyboard('{Escape}');
  await closed;
  await focused('Delete Food');
  await new Promise((resolve) => setTimeout(resolve));
  act(() => removeRow('Food'));
  await focused('Delete Rent');
});

test('the promise of a closed overlay comes after the focus is back', async () => {
  const { user } = show();
  await overlayClosed();
  act(() => button('Alert').focus());
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  const there = overlayClosed().then(() => document.activeElement?.textContent);
  await user.keyboard('{Enter}');
  expect(await there).toBe('Alert');
});

test('Back closes the dialog in front and stays on the page', async () => {
  const { router, user } = show();
  await user.click(button('Name'));
  pushModal('above', (close) => (
    <Dialog title="Above" onClose={close}>
      Text
    </Dialog>
  ));
  await screen.findByRole('dialog', { name: 'Above' });
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull());
  await screen.findByRole('dialog', { name: 'Name it' });
  expect(router.state.location.pathname).toBe('/');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/');
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { name: 'Other' });
});

test('Back leaves a busy dialog open', async () => {
  let done = () => {};
  save = () => new Promise((resolve) => (done = resolve));
  const { router, user } = show();
  await user.click(button('Name'));
  await user.type(await screen.findByLabelText('Name'), 'x');
  await user.click(button('Save'));
  await act(() => router.navigate(-1));
  expect(screen.queryByRole('dialog', { name: 'Name it' })).not.toBeNull();
  expect(router.state.location.pathname).toBe('/');
  await act(async () => done());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a link opens a dialog, and its address does not open it again', async () => {
  const draw = (_: unknown, close: () => void) => (
    <Dialog title="Devices" onClose={close}>
      Text
    </Dialog>
  );
  registerModal('devices', draw, { fromLink: () => ({}) });
  const { router } = show('/?dialog=devices&m=1');
  await screen.findByRole('dialog', { name: 'Devices' });
  expect(router.state.location.search).toBe('?m=1');
  act(() => closeModal(useModals.getState().stack[0]?.id ?? 0));
  act(() => openModal('devices', {}));
  expect(useModals.getState().stack).toHaveLength(1);
});

test('Escape closes a dialog whose list of choices has typed text', async () => {
  const { user } = show();
  await user.click(button('Choose'));
  const field = await screen.findByRole('combobox');
  await user.type(field, 'res');
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the first wrong field of a form gets the focus, and a failure is said', async () => {
  save = () => Promise.reject(new Error());
  const { user } = show();
  await user.click(button('Name'));
  await screen.findByRole('dialog');
  await user.click(button('Save'));
  await screen.findByText('Give it a name');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await user.type(screen.getByLabelText('Name'), 'x');
  await user.click(button('Save'));
  await screen.findByText('It failed');
});
