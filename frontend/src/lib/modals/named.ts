import type { ReactNode } from 'react';
import { pushModal } from './modals';

/**
 * Dialogs that several features open, by the names of spec/2 section 2, with what they are told.
 * The app registers them, so that no feature needs to know who draws one.
 */
export interface NamedModals {
  /** Adds an account; without a bank to link it is a local one at once. */
  'add-account': Record<string, never>;
  'add-local-account': Record<string, never>;
  /** Closes or deletes an account. */
  'close-account': { id: string };
}

type Name = keyof NamedModals;
type Draw<N extends Name> = (args: NamedModals[N], close: () => void) => ReactNode;

const registered = new Map<Name, Draw<Name>>();

export function registerModal<N extends Name>(name: N, draw: Draw<N>): void {
  registered.set(name, draw as unknown as Draw<Name>);
}

/** Opens a registered dialog above all others. A name nobody registered is a mistake. */
export function openModal<N extends Name>(name: N, args: NamedModals[N]): void {
  const draw = registered.get(name) as Draw<N> | undefined;
  if (!draw) throw new Error(`No dialog is called ${name}`);
  pushModal(name, (close) => draw(args, close));
}
