/** Takes what is being typed; what follows is decided on the row as it shows then. */
export function leaveField(): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) active.blur();
}
