import { useNarrowParts } from '@/features/filters/useNarrowParts';
import { useActions } from '@/lib/actions/useActions';
import { type RegisterScreen, SCREEN_ACTIONS } from './actions/screen';
import type { RegisterController } from './grid/RegisterController';

/** The context of the screen's actions; also registers them for keys and the palette. */
export function useRegisterScreen(grid: RegisterController, add: () => void): RegisterScreen {
  const screen = { ...useNarrowParts(), grid, add };
  useActions('register', SCREEN_ACTIONS, screen);
  return screen;
}
