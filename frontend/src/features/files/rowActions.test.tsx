import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BudgetFile } from '@/generated/contract';
import { useNotices } from '@/lib/notices/notices';
import type { FakeBackend } from '@/testing/fakeBackend';
import { backendOfFiles, drawFiles, fileRow } from '@/testing/files';
import FilesPage from './FilesPage';

let backend: FakeBackend;
let files: BudgetFile[];

/** Calls over HTTP about a budget that is not open: name, budget, arguments. */
let asked: { call: string; budget: string | undefined; args: unknown }[];

const file = (name: string, more: Partial<BudgetFile> = {}): BudgetFile => ({
  id: name.toLowerCase(),
  name,
  hasKey: false,
  deleted: false,
  state: 'local',
  ...more,
});

/** Stands for the backend over HTTP; saving a name is refused with `refusal`. */
function serve(refusal?: { code: string; meta?: unknown }) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/upload')) return Response.json({ result: { filepath: 'handle-1' } });
    const call = url.replace('/api/call/', '');
    const budget = (init.headers as Record<string, string>)['X-Budget'];
    const args = JSON.parse(String(init.body)) as { budgetName: string };
    asked.push({ call, budget, args });
    if (call === 'export-budget') return new Response('zip');
    if (refusal) return Response.json({ error: refusal }, { status: 400 });
    files = files.map((it) => (it.id === budget ? { ...it, name: args.budgetName } : it));
    return Response.json({ result: null });
  });
}

beforeEach(() => {
  asked = [];
  files = [file('Household'), file('Broken', { state: 'broken' })];
  backend = backendOfFiles('Household').on('get-budgets', () => files);
  serve();
});
afterEach(() => vi.unstubAllGlobals());

async function openRename() {
  const user = drawFiles(<FilesPage />);
  (await fileRow('Household')).focus();
  await user.keyboard('{F2}');
  const dialog = await screen.findByRole('dialog', { name: 'Rename Household' });
  const field = within(dialog).getByRole('textbox', { name: 'Budget name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { user, field };
}

test('a budget is renamed from its row without being opened', async () => {
  const { user } = await openRename();
  await user.keyboard('  Our household {Enter}');
  await waitFor(async () => expect(document.activeElement).toBe(await fileRow('Our household')));
  expect(asked).toEqual([
    { call: 'save-prefs', budget: 'household', args: { budgetName: 'Our household' } },
  ]);
  expect(backend.named('load-budget')).toHaveLength(0);
});

test('an empty name and a refused one are said at the field', async () => {
  serve({ code: 'invalid-prefs' });
  const { user, field } = await openRename();
  await user.clear(field);
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Name is required');
  expect(asked).toHaveLength(0);
  await user.type(field, 'Home{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Rename Household' })).toBeTruthy();
});

test('a name that is too long is refused with the limit', async () => {
  serve({ code: 'name-too-long', meta: { most: 100 } });
  const { user } = await openRename();
  await user.keyboard('Long{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('A name has 100 characters at most.');
});

test('a budget is duplicated under a name of its own and stays in the list', async () => {
  backend.on('import-budget', () => {
    files = [...files, file('Household', { id: 'household-1' })];
    return { id: 'household-1' };
  });
  const user = drawFiles(<FilesPage />);
  await fileRow('Household');
  await user.click(screen.getByRole('button', { name: 'Options for Household' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await screen.findByRole('row', { name: /^Household \(copy\)/ });
  expect(backend.named('import-budget')[0]?.args).toEqual({
    filepath: 'handle-1',
    type: 'actual',
    existing: 'keep',
  });
  expect(asked.map(({ call, budget }) => [call, budget])).toEqual([
    ['export-budget', 'household'],
    ['save-prefs', 'household-1'],
  ]);
  expect(useNotices.getState().shown.map(({ message }) => message)).toContain(
    'Created Household (copy)',
  );
});

test('a copy that was not renamed is told of as what it is', async () => {
  serve({ code: 'name-too-long' });
  backend.on('import-budget', () => {
    files = [...files, file('Household 1')];
    return { id: 'household 1' };
  });
  const user = drawFiles(<FilesPage />);
  await fileRow('Household');
  await user.click(screen.getByRole('button', { name: 'Options for Household' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  const told = await screen.findByRole('alertdialog', { name: 'The copy kept another name' });
  expect(told.textContent).toContain('The budget was duplicated and is in the list.');
  await user.click(within(told).getByRole('button', { name: 'OK' }));
  await fileRow('Household 1');
});

test('budgets of the same name show when each changed and its size', async () => {
  const changedMs = new Date(2026, 10, 20, 9, 5).getTime();
  files = [
    file('Household', { changedMs, bytes: 340_000 }),
    file('Household', { id: 'other', changedMs: changedMs - 3_600_000, bytes: 1_200_000 }),
    file('Rent', { changedMs, bytes: 1 }),
  ];
  drawFiles(<FilesPage />);
  await screen.findByRole('row', { name: /9:05.*340\skB/ });
  await screen.findByRole('row', { name: /8:05.*1\.2\sMB/ });
  expect((await fileRow('Rent')).textContent).not.toContain('kB');
  // A line may end with a separator and never begins with one.
  const facts = (await screen.findByRole('row', { name: /9:05/ })).textContent;
  expect(facts.match(/.·./g)).toEqual(['\u00a0· ', '\u00a0· ']);
});

test('a budget that cannot be read has neither Rename nor Duplicate', async () => {
  const user = drawFiles(<FilesPage />);
  await fileRow('Broken');
  await user.click(screen.getByRole('button', { name: 'Options for Broken' }));
  await screen.findByRole('menuitem', { name: /^Delete/ });
  expect(screen.queryByRole('menuitem', { name: /^Rename/ })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull();
});
