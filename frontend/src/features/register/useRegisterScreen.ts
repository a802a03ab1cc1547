import { useNarrowParts } from '@/features/filters/useNarrowParts';
import { useActions } from '@/lib/actions/useActions';
import { type RegisterScreen, SCREEN_ACTIONS } from './actions/screen';
import type { RegisterController } from './grid/RegisterController';

/** What the actions of the screen act on; makes them work by their keys and in the palette. */
export function useRegisterScreen(grid: RegisterController, add: () => void): RegisterScreen {
  const screen = { ...useNarrowParts(), grid, add };
  useActions('register', SCREEN_ACTIONS, screen);
  return screen;
}
