/** How much larger the text is than usual. */
export function textScale(): number {
  const { fontSize } = getComputedStyle(document.documentElement);
  return (Number.parseFloat(fontSize) || 16) / 16;
}

/** The width of a column in px of text at its normal size. */
export function widthOf(title: HTMLElement): number {
  return title.getBoundingClientRect().width / textScale();
}
