/** The account whose bank balance the form asks for; menus open that form from anywhere. */
import { create } from 'zustand';
import type { Amount } from '@/generated/contract';

interface ReconcileForm {
  accountId: string | null;
  /** The bank's balance, if known. */
  bankBalance: Amount | null;
}

export const useReconcileForm = create<ReconcileForm>(() => ({
  accountId: null,
  bankBalance: null,
}));

/**
 * Opens the reconcile form of an account once its register is shown, filled with the given balance.
 */
export function openReconcile(accountId: string, bankBalance: Amount | null = null): void {
  useReconcileForm.setState({ accountId, bankBalance });
}

export function closeReconcile(): void {
  useReconcileForm.setState({ accountId: null, bankBalance: null });
}
