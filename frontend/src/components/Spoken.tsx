import type { ReactNode } from 'react';

interface SpokenProps {
  /** The accessible name, which says more than the visible words. */
  text: string;
  children: ReactNode;
}

/**
 * Names a link or button by its content. A label beside the content would differ from the visible
 * words, which people who speak to their computer then cannot use.
 */
export function Spoken({ text, children }: SpokenProps) {
  return (
    <>
      <span className="visually-hidden" data-spoken>
        {text}
      </span>
      <span className="contents" aria-hidden="true">
        {children}
      </span>
    </>
  );
}
