import { notify, useNotices } from './notices';

const ID = 'told';

/**
 * Says a short text to everybody, for what a key or press did not do and nothing else shows. The
 * next one takes its place. A no-break space makes the same text be read aloud again.
 */
export function tell(message: string): void {
  const last = useNotices.getState().shown.find(({ id }) => id === ID)?.message;
  notify({ id: ID, type: 'message', message: last === message ? `${message}\u00a0` : message });
}
