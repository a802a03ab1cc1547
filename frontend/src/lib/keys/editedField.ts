import { isTextField } from './keys';

let edited: EventTarget | null = null;

/** Has the field been typed into since it got the focus? Its own undo goes first then. */
export function isEdited(target: EventTarget | null): boolean {
  return isTextField(target) && edited === target;
}

export function startEditedField(): () => void {
  const onInput = (event: Event) => {
    edited = event.target;
  };
  const onFocus = () => {
    edited = null;
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('focusin', onFocus, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('focusin', onFocus, true);
  };
}
