const PEM = /^(-----BEGIN [A-Z ]+-----)([\s\S]*?)(-----END [A-Z ]+-----)$/;
const LINE = 64;

/** Restores the line breaks of a PEM key, which a single-line field removes from pasted text. */
export function mendPem(text: string): string {
  const parts = PEM.exec(text.trim());
  if (!parts) return text;
  const [, begin = '', body = '', end = ''] = parts;
  const letters = body.replace(/\s+/g, '');
  const lines = letters.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [begin, ...lines, end, ''].join('\n');
}
