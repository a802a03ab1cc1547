/**
 * A user action: its words, keys, reason and effect in one object. The keyboard, the key help,
 * menus, bars and the command palette are all drawn from lists of these.
 */
import type { ComponentType } from 'react';
import { matches } from '../keys/keys';
import { tell } from '../notices/tell';

export interface Action<Context> {
  id: string;
  /** The words for it; a function where they depend on the target, as "Hide" and "Show" do. */
  label: string | ((context: Context) => string);
  /** The words of the key help and the palette, where there is no target. */
  general?: string;
  keys?: readonly string[];
  /** Its keys work in text fields too, unless they are plain ones. */
  inTextFields?: boolean;
  /** Means something only where its key is pressed, so that no palette offers it. */
  keyOnly?: boolean;
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: 'true' }>;
  look?: 'danger';
  /** Whether the action means anything here. Where it does not, its keys are free for others. */
  applies?: (context: Context) => boolean;
  /** Why the action cannot run now; undefined when it can. */
  reason?: (context: Context) => string | undefined;
  /** Returning false lets the key go on to the browser. */
  run: (context: Context, event?: KeyboardEvent) => unknown;
  /** What there is to choose from first; `choose` then takes the place of `run`. */
  choices?: (context: Context) => readonly Choice[];
  choose?: (context: Context, choice: string) => unknown;
}

export interface Choice {
  id: string;
  label: string;
}

export function labelOf<C>({ label }: Action<C>, context: C): string {
  return typeof label === 'string' ? label : label(context);
}

/** The words of an action without a target. */
export function generalLabel<C>({ label, general }: Action<C>): string {
  return general ?? (typeof label === 'string' ? label : '');
}

export function isApplicable<C>({ applies }: Action<C>, context: C): boolean {
  return applies?.(context) ?? true;
}

/** The actions that mean something here. */
export function applicable<C>(actions: readonly Action<C>[], context: C): Action<C>[] {
  return actions.filter((action) => isApplicable(action, context));
}

/** Runs an action that applies, or says why it cannot run. False if it means nothing here. */
export function runAction<C>(action: Action<C>, context: C, event?: KeyboardEvent): boolean {
  if (!isApplicable(action, context)) return false;
  const reason = action.reason?.(context);
  if (reason === undefined) return action.run(context, event) !== false;
  tell(reason);
  return true;
}

/** Runs the first action that the event presses the keys of; true when one ran. */
export function pressAction<C>(
  actions: readonly Action<C>[],
  context: C,
  event: KeyboardEvent,
): boolean {
  return actions.some(
    (action) =>
      action.keys?.some((keys) => matches(keys, event)) && runAction(action, context, event),
  );
}

/** Runs the action with this id, as menus and bars do. */
export function actIn<C>(actions: readonly Action<C>[], id: unknown, context: C): void {
  const action = actions.find((candidate) => candidate.id === id);
  if (action) runAction(action, context);
}

/** The action with this id. */
export function actionOf<C>(actions: readonly Action<C>[], id: string): Action<C> | undefined {
  return actions.find((action) => action.id === id);
}
