/** The account whose bank balance the form asks for; menus open that form from anywhere. */
import { create } from 'zustand';

export const useReconcileForm = create<{ accountId: string | null }>(() => ({ accountId: null }));

/** Asks for the bank's balance of an account as soon as its register is there. */
export function openReconcile(accountId: string): void {
  useReconcileForm.setState({ accountId });
}

export function closeReconcile(): void {
  useReconcileForm.setState({ accountId: null });
}
