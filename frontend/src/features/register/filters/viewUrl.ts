/**
 * What a register is narrowed to and sorted by is kept with its entry of the browser's history, so
 * that it is there again after going back or forward and after a reload.
 */
import { type KeptView, registerView } from '../model/view';

/** More than this, such as thousands of selected transactions, is not kept. */
const MOST_CHARS = 200_000;

interface HistoryState {
  /** The router's number and name of the entry. */
  idx?: number;
  key?: string;
  register?: KeptView;
}

/** The state of the browser's entry, if it is that of a location of the router. */
function stateOf(locationKey: string): HistoryState | null {
  const state = history.state as HistoryState | null;
  const isOfRouter = typeof state?.idx === 'number' && (state.key ?? 'default') === locationKey;
  return isOfRouter ? state : null;
}

/** What was kept with the entry that is shown. */
export function keptView(locationKey: string): KeptView | null {
  return stateOf(locationKey)?.register ?? null;
}

/** Keeps every change from now on; answers how to stop. */
export function keepView(locationKey: string): () => void {
  return registerView.subscribe(({ viewId: _, reconcile: __, ...view }) => {
    const state = stateOf(locationKey);
    const isSmall = JSON.stringify(view).length <= MOST_CHARS;
    if (state && isSmall) history.replaceState({ ...state, register: view }, '');
  });
}
