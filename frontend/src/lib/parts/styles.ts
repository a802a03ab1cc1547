/**
 * Loads the styles that did not load once more. The loader of parts asks for each of them once,
 * and would draw a part that is tried again without them.
 */
export async function reviveStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const lost = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(lost.map(again));
}

function again(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => reject(new Error(`no styles from ${fresh.href}`)));
    link.replaceWith(fresh);
  });
}
