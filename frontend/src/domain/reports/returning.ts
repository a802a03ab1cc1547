/** The figure that was opened last, so that Back comes to it again. */

export interface Opened {
  /** The entry of the history it was opened from. */
  entry: string;
  path: string;
  figure: string;
  /** How far the page was scrolled. */
  top: number;
}

const KEY = 'sobre.figure';

export function rememberFigure(opened: Opened): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // Back then comes to the page alone.
  }
}

/** The figure that was opened from an entry of the history; null for none. */
export function figureOpenedFrom(entry: string, path: string): Opened | null {
  try {
    const opened = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Opened | null;
    return opened?.entry === entry && opened.path === path ? opened : null;
  } catch {
    return null;
  }
}

export function forgetFigure(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget.
  }
}
