import { create } from 'zustand';
import type { AccountId } from '@/generated/contract';

/** The accounts that are currently syncing with their banks. */
export const useBankSyncing = create<{ ids: ReadonlySet<AccountId> }>(() => ({ ids: new Set() }));
