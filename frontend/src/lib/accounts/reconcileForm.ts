/** The account whose bank balance the form asks for; menus open that form from anywhere. */
import { create } from 'zustand';
import type { Amount } from '@/generated/contract';

interface ReconcileForm {
  accountId: string | null;
  /** What the bank says it holds, if that is known. */
  bankBalance: Amount | null;
}

export const useReconcileForm = create<ReconcileForm>(() => ({
  accountId: null,
  bankBalance: null,
}));

/**
 * Asks for the bank's balance of an account as soon as its register is there; proposes the given
 * one.
 */
export function openReconcile(accountId: string, bankBalance: Amount | null = null): void {
  useReconcileForm.setState({ accountId, bankBalance });
}

export function closeReconcile(): void {
  useReconcileForm.setState({ accountId: null, bankBalance: null });
}
