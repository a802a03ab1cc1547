import { Fragment, type ReactNode } from 'react';

interface FilledProps {
  /** A sentence with places such as `{name}`. */
  text: string;
  /** The element for each placeholder. */
  parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with elements for placeholders; translations may reorder them. */
export function Filled({ text, parts }: FilledProps) {
  const pieces = text.split(/\{(\w+)\}/);
  return pieces.map((piece, at) => (
    // The pieces of a sentence keep their order, so their places name them.
    // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
    <Fragment key={at}>{at % 2 === 1 ? parts[piece] : piece}</Fragment>
  ));
}
