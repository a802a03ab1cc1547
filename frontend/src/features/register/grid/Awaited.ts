/** What follows once the list has a row that was just made, or is known never to have it. */
import type { RegisterList } from '../model/registerList';

/** What is done about a row: `then` once it is drawn, `never` when it is waited for no longer. */
export interface Following {
  then: () => void;
  never: () => void;
}

interface Wait extends Following {
  list: RegisterList;
  /** Ends listening to the list. */
  stop: () => void;
}

export class Awaited {
  private readonly waits = new Map<string, Wait>();

  add(rowId: string, list: RegisterList, following: Following): void {
    this.take(rowId);
    // The list may have taken in what was written without this row, as a filter may have it.
    const stop = list.listenSettled((rowIds) => {
      if ((rowIds?.has(rowId) ?? true) && !list.row(rowId)) this.take(rowId)?.never();
    });
    this.waits.set(rowId, { ...following, list, stop });
  }

  /** The list as it is drawn now: another one has other rows. */
  drawn(list: RegisterList): void {
    for (const [rowId, wait] of [...this.waits]) {
      if (wait.list !== list) this.take(rowId)?.never();
      else if (list.lineOf(rowId) !== null) {
        this.take(rowId);
        requestAnimationFrame(wait.then);
      }
    }
  }

  /** Nobody looks at the list any more. */
  end(): void {
    for (const rowId of [...this.waits.keys()]) this.take(rowId)?.never();
  }

  private take(rowId: string): Wait | undefined {
    const wait = this.waits.get(rowId);
    wait?.stop();
    this.waits.delete(rowId);
    return wait;
  }
}
