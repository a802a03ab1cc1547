/** A closed dialog gives its focus back within so many frames, or to nobody. */
const FRAMES = 30;

/** An account that is gone takes its row and the focus with it; the accounts get it then. */
export function keepFocusAtAccounts(frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) {
      const nav = document.querySelector('#accounts, [data-region="sidebar"]');
      nav?.querySelector<HTMLElement>('[aria-current="page"], a, button')?.focus();
    } else if (frames > 0) keepFocusAtAccounts(frames - 1);
  });
}
