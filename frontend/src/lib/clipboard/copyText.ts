/**
 * Puts a text on the clipboard. `navigator.clipboard` is there for pages of this computer and of
 * `https` alone; others have the command of old, which takes the text from the event it makes.
 *
 * @throws where the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text/plain', text);
    isTaken = true;
  };
  document.addEventListener('copy', give, { capture: true });
  try {
    document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', give, { capture: true });
  }
  if (!isTaken) throw new Error('The browser does not allow copying');
}
