import type { ReactNode } from 'react';
import { create } from 'zustand';

/** One open dialog. `render` draws it and gets the way to close it. */
export interface OpenModal {
  id: number;
  name: string;
  render: (close: () => void) => ReactNode;
  /** Undoing a step that was made in it opens it again. */
  comesBack: boolean;
}

/** The stack of dialogs: only the top one takes part in the page. */
export const useModals = create<{ stack: OpenModal[]; hidden: boolean }>(() => ({
  stack: [],
  hidden: false,
}));

let nextId = 1;

function entry(name: string, render: OpenModal['render'], comesBack = false): OpenModal {
  return { id: nextId++, name, render, comesBack };
}

export function pushModal(name: string, render: OpenModal['render'], comesBack = false): void {
  useModals.setState(({ stack }) => ({ stack: [...stack, entry(name, render, comesBack)] }));
}

/** The dialog in front, if it is one that comes back. */
export function returningModal(): OpenModal | null {
  const top = useModals.getState().stack.at(-1);
  return top?.comesBack ? top : null;
}

/** Has this dialog in front and no other one that comes back; true when one opened or closed. */
export function bringBackModal(modal: OpenModal | null): boolean {
  if (returningModal()?.render === modal?.render) return false;
  useModals.setState(({ stack }) => {
    const others = stack.filter(({ comesBack }) => !comesBack);
    return { stack: modal ? [...others, entry(modal.name, modal.render, true)] : others };
  });
  return true;
}

export function closeModal(id: number): void {
  useModals.setState(({ stack }) => ({ stack: stack.filter((modal) => modal.id !== id) }));
}

export function closeAllModals(): void {
  useModals.setState({ stack: [] });
}

export function hideModals(hidden: boolean): void {
  useModals.setState({ hidden });
}
