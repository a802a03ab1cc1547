/** What drawings of things share: how each is drawn, and its name where there is little room. */
import type { Period } from './chart';
import type { HueAndPattern } from './looks';

const USUAL: HueAndPattern = { hue: 1, pattern: 0 };

/** How a thing is drawn. */
export const lookOf = ({ look }: Period): HueAndPattern => look ?? USUAL;

/** A name of at most so many characters. */
export const shortened = (name: string, most: number) =>
  name.length <= most ? name : `${name.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
