import { create } from 'zustand';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'sobre.theme';
const DARK = '(prefers-color-scheme: dark)';

function stored(): ThemeChoice {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

/** The theme chosen on this device; the page's `data-theme` says what that means now. */
export const useTheme = create<{ choice: ThemeChoice }>(() => ({ choice: stored() }));

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia(DARK).matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice then holds until the page is reloaded.
  }
  useTheme.setState({ choice });
  apply(choice);
}

/** Follows the system theme while that is chosen; returns the function that stops it. */
export function startTheme(): () => void {
  const media = matchMedia(DARK);
  const follow = () => apply(useTheme.getState().choice);
  follow();
  media.addEventListener('change', follow);
  return () => media.removeEventListener('change', follow);
}
