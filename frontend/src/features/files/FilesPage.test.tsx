import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BudgetFile } from '@/generated/contract';
import { CallError } from '@/lib/connection/callError';
import { useOpenFile } from '@/lib/files/openFile';
import { useModals } from '@/lib/modals/modals';
import { registerModal } from '@/lib/modals/named';
import { clearNotices, useNotices } from '@/lib/notices/notices';
import { account } from '@/testing/accounts';
import type { FakeBackend } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles, fileRow } from '@/testing/files';
import FilesPage from './FilesPage';

let backend: FakeBackend;
let files: BudgetFile[];

const file = (name: string, more: Partial<BudgetFile> = {}): BudgetFile => ({
  id: name.toLowerCase(),
  name,
  hasKey: false,
  deleted: false,
  state: 'local',
  ...more,
});

beforeEach(() => {
  files = [file('household'), file('Allotment'), file('Broken', { state: 'broken' })];
  backend = backendOfFiles('Household').on('get-budgets', () => files);
});

const show = () => drawFiles(<FilesPage />);

type User = ReturnType<typeof show>;

/** Chooses where a budget comes from; returns the dialog that takes its file. */
async function importOf(user: User, from: RegExp, title: string): Promise<HTMLElement> {
  await user.click(await button('Import file'));
  await user.click(await screen.findByRole('button', { name: from }));
  return screen.findByRole('dialog', { name: title });
}

const button = (name: string) => screen.findByRole('button', { name });

test('while the files load, the page says so', () => {
  show();
  expect(screen.getByRole('status', { name: 'Loading budgets' })).toBeTruthy();
});

test('files are sorted by name without regard to case, broken ones last', async () => {
  show();
  await fileRow('household');
  const names = screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'));
  expect(names).toEqual(['Allotment', 'household', 'Broken']);
});

test('a file is opened by its row', async () => {
  const user = show();
  await user.click(await fileRow('household'));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'household' }),
  );
});

test('a budget that cannot be found has its exact text', async () => {
  backend.on('load-budget', () => {
    throw new CallError('budget-not-found', 'gone');
  });
  const user = show();
  await user.click(await fileRow('household'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(
    'Budget file could not be found. If you changed something manually, please restart the app.',
  );
  expect(useOpenFile.getState().stage).toBe('closed');
});

test('arrows, first letters and Delete work on the list', async () => {
  const user = show();
  act(() => {});
  (await fileRow('Allotment')).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await fileRow('household'));
  await user.keyboard('b');
  expect(document.activeElement).toBe(await fileRow('Broken'));
  await user.keyboard('{Delete}');
  expect(await screen.findByRole('alertdialog', { name: 'Delete Broken' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test('the list is one tab stop, and an arrow leads to the menu of a row', async () => {
  const user = show();
  (await fileRow('household')).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await button('Options for household'));
  await user.tab();
  expect(document.activeElement).toBe(await button('Import file'));
  await user.tab({ shift: true });
  expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true);
});

test('a row says its state with its name', async () => {
  files = [file('Away', { state: 'unknown', cloudFileId: 'c' })];
  show();
  const row = await fileRow('Away');
  expect(screen.getByRole('row', { name: /^Away\s+Network unavailable/ })).toBe(row);
});

test('deleting asks first and then removes the file', async () => {
  backend.on('delete-budget', ({ id }) => {
    files = files.filter((other) => other.id !== id);
    return null;
  });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Options for household' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
  expect(backend.named('delete-budget')).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('household')).toBeNull());
  expect(backend.named('delete-budget')[0]?.args).toEqual({ id: 'household' });
});

test('without files the first run offers three ways to a budget', async () => {
  files = [];
  show();
  for (const name of ['Create new file', 'Import file', 'Try Demo']) {
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
});

test('the demo is made and opened', async () => {
  files = [];
  backend.on('create-demo-budget', () => ({ id: 'demo' }));
  const user = show();
  await screen.findByRole('heading', { name: 'Welcome to Sobre' });
  await user.click(await button('Try Demo'));
  await waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'demo' }));
});

const CREATE = 'create-budget';
const opened = () =>
  waitFor(() => expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'made' }));
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Budget name' });

test('a double click on "Try Demo" makes one budget', async () => {
  const user = show();
  await user.dblClick(await button('Try Demo'));
  for (const asked of backend.named('create-demo-budget')) backend.answer(asked, { id: 'made' });
  await opened();
  expect(backend.named('create-demo-budget')).toHaveLength(1);
});

test('a new budget asks for its name, and Enter takes the one that is free', async () => {
  files = [file('My Finances'), file('My Finances 1')];
  const user = show();
  await user.click(await button('Create new file'));
  const field = await nameField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('My Finances 2');
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  await user.keyboard('{Enter}');
  for (const asked of backend.named(CREATE)) backend.answer(asked, { id: 'made' });
  await opened();
  expect(backend.named(CREATE).map(({ args }) => args)).toEqual([{ budgetName: 'My Finances 2' }]);
});

test('the first budget is created under the name that was typed, and never without one', async () => {
  files = [];
  const user = show();
  await screen.findByRole('heading', { name: 'Welcome to Sobre' });
  await user.click(await button('Create new file'));
  await user.clear(await nameField());
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Name is required');
  expect(backend.named(CREATE)).toHaveLength(0);
  await user.type(await nameField(), ' Household {Enter}');
  for (const asked of backend.named(CREATE)) backend.answer(asked, { id: 'made' });
  await opened();
  expect(backend.named(CREATE)[0]?.args).toEqual({ budgetName: 'Household' });
});

test('a budget that cannot be created says so at the name', async () => {
  backend.on(CREATE, () => {
    throw new CallError('storage-full', 'from the backend', { reason: 'full' });
  });
  const user = show();
  await user.click(await button('Create new file'));
  await nameField();
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
  expect(screen.getByRole('dialog', { name: 'Name your budget' })).toBeTruthy();
});

test('when the files cannot be listed, trying again helps', async () => {
  let fails = true;
  backend.on('get-budgets', () => {
    if (fails) throw new CallError('internal', 'disk');
    return files;
  });
  const user = show();
  await screen.findByRole('alert');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await fileRow('household')).toBeTruthy();
});

test('a zip file is uploaded, imported and opened; another kind is refused at once', async () => {
  const upload = vi.fn(async () => new Response('{"result":{"filepath":"handle-1"}}'));
  vi.stubGlobal('fetch', upload);
  backend
    .on('import-budget', () => ({ id: 'imported' }))
    .on('accounts-get', () => [account('bank'), account('cash')])
    .on('query', () => ({ data: 1, dependencies: [] }));
  show();
  const user = userEvent.setup({ applyAccept: false });
  const dialog = await importOf(user, /^Sobre/, 'Import an exported budget');
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  await user.upload(input, new File(['x'], 'budget.pdf'));
  expect((await screen.findByRole('alert')).textContent).toContain('not a zip file');
  expect(upload).not.toHaveBeenCalled();
  await user.upload(input, new File(['x'], 'my budget.zip'));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'imported' }),
  );
  expect(upload).toHaveBeenCalledWith('/api/upload?filename=my%20budget.zip', expect.anything());
  expect(backend.named('import-budget')[0]?.args).toEqual({
    filepath: 'handle-1',
    type: 'actual',
    existing: 'refuse',
  });
  await waitFor(() =>
    expect(useNotices.getState().shown.map(({ message }) => message)).toContain(
      'Imported Household: 2 accounts, 1 transaction.',
    ),
  );
  vi.unstubAllGlobals();
});

test('a budget of this device is exported from its menu and before it is deleted', async () => {
  const exported = vi.fn(
    async () =>
      new Response('zip', { headers: { 'Content-Disposition': 'attachment; filename="h.zip"' } }),
  );
  vi.stubGlobal('fetch', exported);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:h');
  show();
  const user = userEvent.setup();
  await fileRow('household');
  await user.click(screen.getByRole('button', { name: 'Options for household' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export' }));
  await waitFor(() =>
    expect(useNotices.getState().shown.map(({ message }) => message)).toContain('Exported h.zip'),
  );
  await user.keyboard('{Escape}');
  (await fileRow('household')).focus();
  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Export it' }));
  await waitFor(() => expect(exported).toHaveBeenCalledTimes(2));
  vi.unstubAllGlobals();
});

/** Imports an export of a budget that this device has, up to the question about that budget. */
async function importOfExisting(cloudFileId: string | null) {
  vi.stubGlobal('fetch', async () => new Response('{"result":{"filepath":"handle-1"}}'));
  backend.on('import-budget', ({ existing }) => {
    const meta = { id: 'household', name: 'Household', cloudFileId };
    if (existing === 'refuse') throw new CallError('file-exists', 'It exists.', meta);
    return { id: existing === 'keep' ? 'household-1' : 'household' };
  });
  const user = show();
  const dialog = await importOf(user, /^Sobre/, 'Import an exported budget');
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  clearNotices();
  await user.upload(input, new File(['x'], 'budget.zip'));
  const title = 'This budget is on this device already';
  return { user, question: await screen.findByRole('alertdialog', { name: title }) };
}

const asked = () =>
  backend.named('import-budget').map(({ args }) => (args as { existing: string }).existing);

test('an import that takes the place of a budget asks first and says where that one is kept', async () => {
  const { user, question } = await importOfExisting(null);
  expect(question.textContent).toContain('You already have “Household”.');
  expect(question.textContent).not.toContain('synced');
  registerModal('load-backup', () => null);
  await user.click(within(question).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  expect(asked()).toEqual(['refuse', 'replace']);
  const [notice] = useNotices.getState().shown;
  expect(notice?.message).toContain('in its backups');
  act(() => notice?.button?.action());
  expect(useModals.getState().stack.map(({ name }) => name)).toEqual(['load-backup']);
  vi.unstubAllGlobals();
});

test('an imported budget of a synced one says that it is another on the server', async () => {
  files = [file('household', { cloudFileId: 'c', state: 'synced' })];
  const { user, question } = await importOfExisting('c');
  expect(question.textContent).toContain('a separate budget on the server');
  await user.click(within(question).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(useNotices.getState().shown).toHaveLength(1));
  expect(useNotices.getState().shown[0]?.message).toContain('a separate budget on the server');
  vi.unstubAllGlobals();
});

test('a budget stays beside its import if that is wanted, and nothing is said to be replaced', async () => {
  const { user, question } = await importOfExisting('c');
  await user.click(within(question).getByRole('button', { name: 'Keep both' }));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'household-1' }),
  );
  expect(asked()).toEqual(['refuse', 'keep']);
  expect(useNotices.getState().shown).toHaveLength(0);
  vi.unstubAllGlobals();
});

test('another file can be chosen before an answer about a budget', async () => {
  const { user, question } = await importOfExisting(null);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import an exported budget' });
  expect(within(dialog).getByRole('button', { name: 'Choose a file…' })).toBeTruthy();
  expect(asked()).toEqual(['refuse']);
  expect(useOpenFile.getState().stage).toBe('closed');
  vi.unstubAllGlobals();
});

test('an import that cannot be opened is no failed import', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"result":{"filepath":"handle-1"}}'));
  backend.on('import-budget', () => ({ id: 'imported' }));
  backend.on('load-budget', () => {
    throw new CallError('busy', 'Too many budgets are open at once.');
  });
  const user = show();
  const dialog = await importOf(user, /^Sobre/, 'Import an exported budget');
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  await user.upload(input, new File(['x'], 'budget.zip'));
  await screen.findByRole('alertdialog', { name: 'The budget did not open' });
  expect(screen.queryByRole('dialog', { name: 'Import an exported budget' })).toBeNull();
  vi.unstubAllGlobals();
});

test('a failed import says why and lets another file be chosen', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"result":{"filepath":"handle-1"}}'));
  backend.on('import-budget', () => {
    throw new CallError('invalid-zip-file');
  });
  const user = show();
  const dialog = await importOf(user, /^Sobre/, 'Import an exported budget');
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  await user.upload(input, new File(['x'], 'budget.zip'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This zip file does not contain a budget.',
  );
  expect(useOpenFile.getState().stage).toBe('closed');
  vi.unstubAllGlobals();
});

test.each([
  [/^YNAB 4/, 'Import from YNAB 4', 'ynab4', 'Home.ynab4.zip'],
  [/^YNAB \(web\)/, 'Import from YNAB', 'ynab5', 'home.json'],
] as const)('a budget of %s is imported as that', async (from, title, type, name) => {
  vi.stubGlobal('fetch', async () => new Response('{"result":{"filepath":"handle-1"}}'));
  backend.on('import-budget', () => ({ id: 'imported' }));
  const user = show();
  const dialog = await importOf(user, from, title);
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  await user.upload(input, new File(['x'], name));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'imported' }),
  );
  expect(backend.named('import-budget')[0]?.args).toEqual({ filepath: 'handle-1', type });
  vi.unstubAllGlobals();
});

test.each([
  ['ynab4', 'not-ynab4', 'This file is not valid. Please select a compressed ynab4 zip file'],
  ['ynab5', 'not-ynab5', 'This file is not valid. Please select a JSON file exported from nYNAB.'],
  ['ynab5', 'parse-error', 'Unable to parse file. Please select a JSON file exported from nYNAB.'],
  [
    'ynab5',
    'unknown',
    'An unknown error occurred while importing. Sorry! We have been notified of this issue.',
  ],
] as const)('a file for %s that is refused as %s says what to do', async (type, code, text) => {
  vi.stubGlobal('fetch', async () => new Response('{"result":{"filepath":"handle-1"}}'));
  backend.on('import-budget', () => {
    throw new CallError(code, 'from the backend');
  });
  const user = show();
  const from = type === 'ynab4' ? /^YNAB 4/ : /^YNAB \(web\)/;
  const dialog = await importOf(user, from, `Import from ${type === 'ynab4' ? 'YNAB 4' : 'YNAB'}`);
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file field');
  await user.upload(input, new File(['x'], type === 'ynab4' ? 'a.zip' : 'a.json'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(useOpenFile.getState().stage).toBe('closed');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('dialog', { name: 'Import file' })).toBeTruthy();
  vi.unstubAllGlobals();
});

test('a YNAB4 budget that lies on this computer is one click away', async () => {
  const filepath = '/home/me/Documents/YNAB/Home~1.ynab4';
  backend.on('get-ynab4-files', () => [{ name: 'Home', filepath }]);
  backend.on('import-budget', () => ({ id: 'imported' }));
  const user = show();
  await importOf(user, /^YNAB 4/, 'Import from YNAB 4');
  await user.click(await screen.findByRole('button', { name: 'Home' }));
  await waitFor(() =>
    expect(useOpenFile.getState()).toMatchObject({ stage: 'open', id: 'imported' }),
  );
  expect(backend.named('import-budget')[0]?.args).toEqual({ filepath, type: 'ynab4' });
});

test('any other reason not to open stands behind the exact text', async () => {
  const said = 'Error loading budget. Please open an issue on the issue tracker for support.';
  backend.on('load-budget', () => {
    throw new CallError('busy', 'from the backend', { open: true });
  });
  const user = show();
  await user.click(await fileRow('household'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(`${said} Too many budgets are open at once.`);
  await user.keyboard('{Escape}');
  backend.on('load-budget', () => {
    throw new CallError('internal', 'x');
  });
  await user.click(await fileRow('household'));
  expect((await screen.findByText(said)).textContent).toBe(said);
});

test('a server that takes its time keeps nobody from the budgets of this device', async () => {
  let whole = () => {};
  const mine = file('Mine', { state: 'unknown', cloudFileId: 'c' });
  const theirs = file('Theirs', { id: '', state: 'remote', cloudFileId: 'd' });
  backend.on('get-budgets', ({ onlyHere }) =>
    onlyHere
      ? [mine]
      : new Promise<BudgetFile[]>((resolve) => {
          whole = () => resolve([{ ...mine, state: 'synced' }, theirs]);
        }),
  );
  show();
  await fileRow('Mine');
  expect(screen.getByText('Waiting for the server to list its budgets…')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /^Theirs/ })).toBeNull();
  whole();
  await fileRow('Theirs');
  expect(screen.queryByText('Waiting for the server to list its budgets…')).toBeNull();
});

test('what is deleted while its server is silent is said to stay there', async () => {
  files = [file('Away', { state: 'unknown', cloudFileId: 'c' })];
  const user = show();
  (await fileRow('Away')).focus();
  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('If it has a copy, you can download it again');
});
