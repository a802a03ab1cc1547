/**
 * A random id (UUID version 4). `crypto.randomUUID` is there for pages of this computer and of
 * `https` alone, and the application is opened by its number in the network too.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, place) => {
    if (place === 6) return 0x40 | (byte & 0x0f);
    return place === 8 ? 0x80 | (byte & 0x3f) : byte;
  })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, part) => hex.slice(ends[part], end))
    .join('-');
}
