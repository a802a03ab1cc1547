import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BudgetFile, CreateBudget, ExistingBudget, ImportType } from '@/generated/contract';
import { send } from '@/lib/connection/backend';
import { CallError } from '@/lib/connection/callError';
import { answerOf, postCall } from '@/lib/connection/http';
import { lists } from '@/lib/lists/lists';
import { LOCALE } from '@/texts/locale';

/** By name without regard to case, then id; broken files last. */
export function sortFiles(files: readonly BudgetFile[]): BudgetFile[] {
  const order = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });
  const late = (file: BudgetFile) => (file.state === 'broken' ? 1 : 0);
  return files
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => late(a) - late(b) || order.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

const FILES_KEY = ['files'];

/** A server that is out of reach keeps nobody longer from the budgets of this device. */
export const PATIENCE_MS = 700;

/** The budgets of this device, without a request to the server. */
export function useFilesHere(isWanted = true) {
  return useQuery({
    queryKey: [...FILES_KEY, 'here'],
    queryFn: async () => sortFiles(await send('get-budgets', { onlyHere: true })),
    enabled: isWanted,
    staleTime: 0,
  });
}

/** All budgets; only those of this device until the server responds. */
export function useFiles() {
  const [isLong, setLong] = useState(false);
  const files = useQuery({
    queryKey: FILES_KEY,
    queryFn: async () => sortFiles(await send('get-budgets', {})),
    staleTime: 0,
  });
  const { isPending } = files;
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  const here = useFilesHere(isLong && isPending);
  // No local budgets: wait, the server may have some.
  const isWaiting = isPending && Boolean(here.data?.length);
  return {
    ...files,
    isPending: isPending && !isWaiting,
    isWaiting,
    data: isWaiting ? here.data : files.data,
  };
}

export function reloadFiles(): Promise<void> {
  return lists.invalidateQueries({ queryKey: FILES_KEY });
}

export async function createBudget(of: CreateBudget = {}): Promise<string> {
  const { id } = await send('create-budget', of);
  return id;
}

export async function createDemoBudget(): Promise<string> {
  const { id } = await send('create-demo-budget', {});
  return id;
}

/** Renames a budget that is not open; a synced one gets its name elsewhere with the next sync. */
export async function renameBudget(id: string, budgetName: string): Promise<void> {
  await answerOf(await postCall('save-prefs', { budgetName }, id));
}

/** Deletes a budget from this device, or from the server too. */
export async function deleteBudget(file: BudgetFile, where: 'here' | 'everywhere'): Promise<void> {
  const here = file.id ? { id: file.id } : {};
  const there = file.cloudFileId ? { cloudFileId: file.cloudFileId } : {};
  await send('delete-budget', where === 'here' ? here : { ...here, ...there });
}

/** The budgets of YNAB4 on this computer. */
export function useYnab4Files() {
  return useQuery({
    queryKey: ['ynab4-files'],
    queryFn: () => send('get-ynab4-files', {}),
    staleTime: 0,
  });
}

/** What this device has of a budget that is being imported. */
export interface Existing {
  name: string | null;
  cloudFileId: string | null;
}

/** What stood in the way of an import that was to replace nothing, if that is why it failed. */
export function existingIn(error: unknown): Existing | null {
  const isThat = error instanceof CallError && error.code === 'file-exists';
  return isThat ? (error.meta as Existing) : null;
}

/** Imports a budget; `replaced` is what this device had of it already. */
export async function importBudget(filepath: string, type: ImportType, existing?: ExistingBudget) {
  const before = existing === 'replace' ? await send('get-budgets', { onlyHere: true }) : [];
  const { id } = await send('import-budget', {
    filepath,
    type,
    ...(existing ? { existing } : {}),
  });
  return { id, replaced: before.find((file) => file.id === id) };
}
