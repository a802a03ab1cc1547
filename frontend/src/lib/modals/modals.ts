import type { ReactNode } from 'react';
import { create } from 'zustand';

/** One open dialog. `render` draws it and gets the way to close it. */
export interface OpenModal {
  id: number;
  name: string;
  render: (close: () => void) => ReactNode;
}

/** The stack of dialogs (ui-brief 15): only the top one takes part in the page. */
export const modals = create<{ stack: OpenModal[]; hidden: boolean }>(() => ({
  stack: [],
  hidden: false,
}));

let nextId = 1;

function entry(name: string, render: OpenModal['render']): OpenModal {
  return { id: nextId++, name, render };
}

export function pushModal(name: string, render: OpenModal['render']): void {
  modals.setState(({ stack }) => ({ stack: [...stack, entry(name, render)] }));
}

/** Leaves a single dialog open. */
export function replaceModal(name: string, render: OpenModal['render']): void {
  modals.setState({ stack: [entry(name, render)] });
}

export function popModal(): void {
  modals.setState(({ stack }) => ({ stack: stack.slice(0, -1) }));
}

export function closeModal(id: number): void {
  modals.setState(({ stack }) => ({ stack: stack.filter((modal) => modal.id !== id) }));
}

export function closeAllModals(): void {
  modals.setState({ stack: [] });
}

export function hideModals(hidden: boolean): void {
  modals.setState({ hidden });
}
