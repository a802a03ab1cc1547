import { notify } from './notices';

/**
 * Says a short text to everybody, for what a key or press did not do and nothing else shows. The
 * next one takes its place.
 */
export function tell(message: string): void {
  notify({ id: 'told', type: 'message', message });
}
