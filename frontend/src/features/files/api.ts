import { useQuery } from '@tanstack/react-query';
import type { BudgetFile, ImportType } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import { lists } from '@/lib/lists/lists';

/** By name without regard to case, then id; broken files last (spec/1 section 4). */
export function sortFiles(files: readonly BudgetFile[]): BudgetFile[] {
  const order = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  const late = (file: BudgetFile) => (file.state === 'broken' ? 1 : 0);
  return files
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => late(a) - late(b) || order.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

const FILES_KEY = ['files'];

export function useFiles() {
  return useQuery({
    queryKey: FILES_KEY,
    queryFn: async () => sortFiles(await send('get-budgets', {})),
    staleTime: 0,
  });
}

export function reloadFiles(): Promise<void> {
  return lists.invalidateQueries({ queryKey: FILES_KEY });
}

export async function createBudget(testMode = false): Promise<string> {
  const { id } = await send('create-budget', testMode ? { testMode } : {});
  return id;
}

export async function createDemoBudget(): Promise<string> {
  const { id } = await send('create-demo-budget', {});
  return id;
}

export async function deleteBudget(file: BudgetFile): Promise<void> {
  await send('delete-budget', { id: file.id });
}

async function answerOf(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as {
    result?: unknown;
    error?: { code: string; message?: string; meta?: unknown };
  } | null;
  if (response.ok && body && 'result' in body) return body.result;
  const { code = 'internal', message, meta } = body?.error ?? {};
  throw new CallError(code, message, meta);
}

function offline(): never {
  throw new CallError('network-failure', 'The file could not be sent to the backend.');
}

/** Sends a file to the backend, which answers with a handle for importing it. */
export async function uploadFile(file: File): Promise<string> {
  const response = await fetch(`/api/upload?filename=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  }).catch(offline);
  return ((await answerOf(response)) as { filepath: string }).filepath;
}

export async function importBudget(filepath: string, type: ImportType): Promise<string> {
  const { id } = await send('import-budget', { filepath, type });
  return id;
}

/** Fetches the open budget as a zip file and hands it to the browser; answers with its name. */
export async function exportBudget(id: string): Promise<string> {
  const response = await fetch('/api/call/export-budget', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Budget': id },
    body: '{}',
  }).catch(offline);
  if (!response.ok) await answerOf(response);
  const header = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/.exec(header)?.[1] ?? 'budget.zip';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return name;
}
