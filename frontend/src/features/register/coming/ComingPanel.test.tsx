import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleSchedule } from '@/domain/schedules/testing/exampleSchedule';
import type { Preview } from '@/generated/contract';
import { allShortcuts } from '@/lib/keys/keys';
import { savePrefs } from '@/lib/prefs/prefs';
import { settle } from '@/testing/fakeBackend';
import { entry, transaction } from '../testing/fakeLedger';
import { renderRegister } from '../testing/renderRegister';

vi.setConfig({ testTimeout: 20_000 });

const preview = (more: Partial<Preview> = {}): Preview => ({
  id: 'preview/s-rent/2026-11-28',
  schedule: 's-rent',
  account: 'bank',
  date: '2026-11-28',
  status: 'upcoming',
  is_next: true,
  is_approximate: false,
  amount: -85_000,
  payee: 'grocer',
  category: null,
  notes: null,
  lines: [],
  balance: 15_000,
  ...more,
});

const READS = ['schedules-get', 'schedule/get-previews', 'schedule/get-lowest-balances'] as const;

const clock = performance.now.bind(performance);
/** Time that passes between edits; it never goes back. */
let skipped = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + skipped);
});

let page: Awaited<ReturnType<typeof renderRegister>>;
afterEach(() => {
  page.finish();
  vi.restoreAllMocks();
});

/** The register at a path, with what schedules bring. */
async function show(path: string, coming: Preview[]) {
  page = await renderRegister([entry(transaction('t1', { amount: -500 }))], path);
  page.backend
    .on('schedules-get', () => [exampleSchedule({ name: 'Rent' })])
    .on('schedule/get-previews', () => coming);
  const event = { type: 'applied', tables: ['schedules'], rows: null, revision: 2, origin: null };
  await act(async () => page.backend.push('sync-event', event as never));
}

/** The reads of schedules that follow an edit in another tab, which is no part of a burst. */
async function readsAfterEdit(): Promise<string[]> {
  skipped += 10_000;
  const before = page.backend.calls.length;
  await page.changeElsewhere(() => ['t1']);
  await act(() => settle());
  const names = page.backend.calls.slice(before).map(({ name }) => name);
  return READS.filter((name) => names.includes(name));
}

const panel = () => screen.findByRole('region', { name: 'Coming up' });

test('schedules are read only for what the panel shows', async () => {
  await show('/accounts/bank', [preview()]);
  within(await panel()).getByRole('button', { name: /Coming up/ });
  await within(await panel()).findByRole('row', { name: /Rent, -850\.00/ });
  expect(await readsAfterEdit()).toEqual([...READS]);
  await act(() => savePrefs({ 'ui.showComing': false }));
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'Coming up' })).toBeNull());
  expect(await readsAfterEdit()).toEqual(['schedule/get-previews', 'schedule/get-lowest-balances']);
});

test('where nothing is coming, an edit reads the previews alone', async () => {
  await show('/accounts/bank', []);
  expect(await readsAfterEdit()).toEqual(['schedule/get-previews']);
});

test('a transfer shows which way the money goes', async () => {
  await show('/accounts', [
    preview({ payee: 'to-cash', amount: -5_000 }),
    preview({
      id: 'preview/s-rent/2026-11-28/transfer',
      account: 'cash',
      payee: 'to-bank',
      amount: 5_000,
    }),
    preview({ id: 'preview/s-rent/2026-11-29', payee: 'grocer' }),
  ]);
  await panel();
  const arrows = within(await screen.findByRole('grid', { name: 'Coming up' }))
    .getAllByRole('row')
    .map((row) => row.querySelector('[class*=lucide-arrow]')?.getAttribute('class') ?? '');
  expect(arrows[0]).toContain('arrow-right');
  expect(arrows[1]).toContain('arrow-left');
  expect(arrows[2]).toBe('');
  expect(screen.getAllByRole('gridcell', { name: 'Category Transfer' })).toHaveLength(2);
});

test('without a column of balances, the notes say what is left', async () => {
  await show('/accounts', [
    preview(),
    preview({ id: 'preview/s-rent/2026-12-28', notes: 'Last one', balance: -70_000 }),
  ]);
  await panel();
  const grid = await screen.findByRole('grid', { name: 'Coming up' });
  within(grid).getByRole('gridcell', { name: 'Notes then 150.00' });
  within(grid).getByRole('gridcell', { name: 'Notes Last one' });
});

test('the keys of the panel stand apart from those of the register in the help', async () => {
  await show('/accounts/bank', [preview()]);
  await screen.findByRole('grid', { name: 'Coming up' });
  const labels = (scope: string) =>
    allShortcuts().flatMap((each) => (each.scope === scope ? [each.label] : []));
  expect(labels('coming')).toContain('Post transaction');
  expect(labels('register')).not.toContain('Post transaction');
  expect(labels('register')).toContain('Edit the cell');
  expect(labels('register').filter((label) => label === 'Row menu')).toHaveLength(1);
});

test('a view without previews reads nothing of schedules', async () => {
  await show('/accounts/uncategorized', [preview()]);
  expect(await readsAfterEdit()).toEqual([]);
  expect(page.backend.named('schedule/get-previews')).toEqual([]);
});

test('a later date says why it cannot be posted yet', async () => {
  await show('/accounts/bank', [preview({ is_next: false })]);
  const row = await within(await panel()).findByRole('row', { name: /Rent, -850\.00/ });
  await page.user.click(within(row).getByRole('button', { name: /Rent/ }));
  const [post] = await screen.findAllByRole('menuitem', { name: /Post transaction/ });
  expect(post?.getAttribute('aria-disabled')).toBe('true');
  expect(post?.textContent).toContain('An earlier date of this schedule comes first');
});
