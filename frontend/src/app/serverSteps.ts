import { openFileById } from '@/features/files/openSteps';
import { signBrowserOut } from '@/lib/connection/session';
import { useOpenFile } from '@/lib/files/openFile';
import { closeAllModals } from '@/lib/modals/modals';
import { notify } from '@/lib/notices/notices';
import { signOut } from '@/lib/server/server';
import { errorText } from '@/texts/errors';
import { goTo } from './goTo';
import { closeFile } from './shellActions';

/** Closes the budget, if one is open, and goes to a screen of the manager. */
async function leaveTo(path: string): Promise<void> {
  if (useOpenFile.getState().stage === 'open') await closeFile();
  if (useOpenFile.getState().stage === 'closed') await goTo(path);
}

/** The budget that was open when the user went to sign in. */
let left: string | null = null;
useOpenFile.subscribe(({ id }, before) => {
  if (id !== null && id !== before.id) left = null;
});

/** Goes to signing in; the budget that is open comes back after it. */
export async function goToSignIn(): Promise<void> {
  left = useOpenFile.getState().id;
  await leaveTo('/login');
  if (useOpenFile.getState().stage === 'open') left = null;
}

/** Opens what was left for signing in, if nothing else was opened since. */
export function comeBack(): void {
  const id = left;
  left = null;
  if (id !== null && useOpenFile.getState().stage === 'closed') void openFileById(id);
}

export const goToServer = () => leaveTo('/config-server');
export const goToChangePassword = () => leaveTo('/change-password');

/** Signs this browser out, so that it asks for the password again. */
export async function leaveBrowser(): Promise<void> {
  try {
    await signBrowserOut();
  } catch (error) {
    notify({ type: 'error', message: errorText(error) });
  }
}

/** Signs out at the server; the budget is closed and no dialog stays. */
export async function leaveServer(): Promise<void> {
  try {
    await signOut();
    closeAllModals();
    await leaveTo('/login');
  } catch (error) {
    notify({ type: 'error', message: errorText(error) });
  }
}
