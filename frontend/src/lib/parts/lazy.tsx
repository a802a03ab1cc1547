/**
 * Parts of the page that load when they are first drawn. Unlike those of React alone, a part that
 * did not load is tried again when it is drawn the next time.
 */
import { type ReactNode, lazy as reactLazy } from 'react';
import { getConnection } from '@/lib/connection/backend';
import { wantAhead } from './ahead';
import { reviveStyles } from './styles';

type Draw<P> = (props: P) => ReactNode;
type Module<P> = { default: Draw<P> };

/** Thrown where a part is drawn that did not load. Whoever catches it calls `forget`. */
export class PartMissing extends Error {
  /** Lets the part be tried again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('part-missing', { cause });
    this.forget = forget;
  }
}

/**
 * A component that loads when it is first drawn, or earlier while the page rests: one that is
 * wanted soon before the others.
 */
export function lazy<P extends object>(load: () => Promise<Module<P>>, isSoon = false): Draw<P> {
  let loaded: Module<P> | undefined;
  let isRetried = false;
  const get = async () => {
    try {
      await reachProgram();
      if (isRetried) await reviveStyles();
      const part: Module<P> | undefined = await load();
      // Nothing comes while the page reloads to get a part that is gone.
      loaded = part ?? (await new Promise<never>(() => {}));
      return loaded;
    } catch (cause) {
      throw new PartMissing(cause, forget);
    }
  };
  const attempt = () => reactLazy(() => (loaded ? atHand(loaded) : get()));
  let Drawn = attempt();
  const forget = () => {
    isRetried = true;
    Drawn = attempt();
  };
  wantAhead(get, isSoon);
  // biome-ignore lint/correctness/noComponentHookFactories: modules call it, so there is one of each.
  return function Part(props: P) {
    return <Drawn {...props} />;
  };
}

/**
 * Fails while the program is unreachable. Browsers may cache a failed load until a reload, so
 * nothing is requested then.
 */
async function reachProgram(): Promise<void> {
  if (getConnection().state.getState().status !== 'lost') return;
  await fetch(location.origin, { method: 'HEAD', cache: 'no-store' });
}

/** Draws a loaded part at once: a real promise would show the fallback for a moment. */
function atHand<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: React calls it, and gets the value right away.
  return { then: (take: (value: T) => unknown) => take(value) } as Promise<T>;
}
