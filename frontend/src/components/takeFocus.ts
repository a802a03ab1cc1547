/** A menu keeps the focus until it has faded out; who comes after it takes it then. */
const FOCUS_FRAMES = 60;

/** Focuses and selects a field as soon as nothing takes the focus away from it. */
export function takeFocus(input: HTMLInputElement, frames = FOCUS_FRAMES): void {
  if (!input.isConnected) return;
  input.focus();
  if (document.activeElement === input) input.select();
  else if (frames > 0) requestAnimationFrame(() => takeFocus(input, frames - 1));
}
