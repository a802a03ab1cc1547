/**
 * Layers: dialogs with an address of their own, such as `/schedule/edit`. They are drawn over the
 * screen they were opened from, which stays as it is; Back returns to it.
 */
import type { Location } from 'react-router';

const FOLDER = '/schedule/';

/** The screen below a layer that was opened by its address alone. */
export const SCREEN_BELOW = '/schedules';

export const layerPaths = {
  newSchedule: `${FOLDER}edit`,
  schedule: (id: string) => `${FOLDER}edit/${id}`,
  link: `${FOLDER}link`,
  discover: `${FOLDER}discover`,
  postsOffline: `${FOLDER}posts-offline-notification`,
} as const;

export const isLayer = (pathname: string): boolean => pathname.startsWith(FOLDER);

/** The navigation state of a layer. */
export interface LayerState {
  /** The screen it was opened from. */
  background?: Location;
}
