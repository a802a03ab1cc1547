import { useMemo } from 'react';
import type { Scope, Shortcut } from '../keys/keys';
import { useShortcuts } from '../keys/useShortcuts';
import { type Action, generalLabel, isApplicable, runAction } from './actions';

/**
 * Lists the keys of a grid in the shortcut help. The grid carries them out itself, so they work
 * where the focus is and nowhere else.
 */
export function useKeyHelp<C>(scope: Scope, actions: readonly Action<C>[]): void {
  const shortcuts = useMemo(() => keyHelp(scope, actions), [scope, actions]);
  useShortcuts(shortcuts);
}

export function keyHelp<C>(scope: Scope, actions: readonly Action<C>[]): Shortcut[] {
  return actions
    .filter(({ keys }) => keys !== undefined)
    .map((action) => ({
      id: `${scope}-${action.id}`,
      scope,
      keys: action.keys ?? [],
      label: generalLabel(action),
      helpOnly: true,
      run: () => false,
    }));
}

/** Makes actions of a whole screen work by their keys and offers them in the palette. */
export function useActions<C>(scope: Scope, actions: readonly Action<C>[], context: C): void {
  useShortcuts(
    actions
      .filter((action) => isApplicable(action, context))
      .map((action) => ({
        id: action.id,
        scope,
        keys: action.keys ?? [],
        label: generalLabel(action),
        ...(action.inTextFields ? { inTextFields: true } : {}),
        ...(action.keyOnly ? { keyOnly: true } : {}),
        run: (event: KeyboardEvent) => runAction(action, context, event),
      })),
  );
}
