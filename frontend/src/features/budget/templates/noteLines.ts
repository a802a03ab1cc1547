/** Changes of single lines of a note. Lines are counted from 1, as the backend counts them. */

const LINE_BREAK = /\r?\n/;

type Directive = 'template' | 'goal' | 'cleanup';

/** The lines that budget. */
export const BUDGETING: readonly Directive[] = ['template', 'goal'];
/** The lines that the backend explains. */
export const EXPLAINED: readonly Directive[] = [...BUDGETING, 'cleanup'];

/** Whether a note has one of these lines: its part from the first `#` on begins with the word. */
export function hasLine(note: string | undefined, words: readonly Directive[]): boolean {
  return new RegExp(`^[^#\\n]*#(${words.join('|')})`, 'm').test(note ?? '');
}

/** The note with a line at its end, and the number of that line. */
export function withLineAdded(note: string, line: string): { note: string; at: number } {
  const before = note.trimEnd();
  if (before === '') return { note: line, at: 1 };
  return { note: `${before}\n${line}`, at: before.split(LINE_BREAK).length + 1 };
}

/** The note with another template in a line; words before the template stay. */
export function withLineReplaced(note: string, at: number, line: string): string {
  const lines = note.split(LINE_BREAK);
  lines[at - 1] = `${wordsBefore(lines[at - 1] ?? '')}${line}`;
  return lines.join('\n');
}

/** The note without the template of a line; words before it stay. */
export function withLineRemoved(note: string, at: number): string {
  const lines = note.split(LINE_BREAK);
  const words = wordsBefore(lines[at - 1] ?? '').trimEnd();
  lines.splice(at - 1, 1, ...(words === '' ? [] : [words]));
  return lines.join('\n');
}

/** The text of a line before its template. */
function wordsBefore(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf('#')));
}
