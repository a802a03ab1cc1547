/** Whether changes may be shown by movement: the browser can, and the user did not ask for less. */
export function isMotionWanted(): boolean {
  return 'animate' in Element.prototype && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
