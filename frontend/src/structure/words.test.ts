import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Source, sources } from './sources';

/** Names of keys, as `event.key` and the shortcuts have them. */
const KEYS =
  /^((Mod|Alt|Shift|Control)\+)*(Enter|Escape|Esc|Tab|Home|End|PageUp|PageDown|Backspace|Delete|Insert|Arrow(Up|Down|Left|Right)|Mod|Alt|Shift|Control|Ctrl|Meta|Space|ContextMenu|Unidentified|Process|Dead|F\d+|[A-Z])?\+?$/;

/** Attributes that a person reads or hears. */
const READ =
  /^(action|label|title|placeholder|alt|message|description|hint|aria-(label|description|roledescription|valuetext|placeholder))$/;

/** Calls whose arguments are for the browser, and comparisons with the names of keys. */
const TECHNICAL_CALLS =
  /(querySelector(All)?|closest|matches|matchMedia|endsWith|startsWith|getResponseHeader)$/;

/** Names of headers, and places of a menu. */
const NAMES = /^(Content-Disposition)$/;
const PLACES = /^(top|bottom|start|end) (start|end|top|bottom)$/;

/** Whether a text is made of words: a sentence, or one word with a capital letter. */
function isWords(text: string): boolean {
  if (
    KEYS.test(text) ||
    NAMES.test(text) ||
    PLACES.test(text) ||
    /^\((prefers|pointer|max)/.test(text)
  ) {
    return false;
  }
  return /^[A-Z][a-z]+\b/.test(text) || /[a-z]{2,}[,.:;]? [a-z“(]/i.test(text);
}

/** A text for the program: types, imports, keys of objects, comparisons and thrown faults. */
function isTechnical(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent)) return true;
  if (ts.isJsxAttribute(parent)) return !READ.test(parent.name.getText());
  if (ts.isCallExpression(parent)) return TECHNICAL_CALLS.test(parent.expression.getText());
  return ts.isNewExpression(parent) && /Error$|Format$|^Invalid$/.test(parent.expression.getText());
}

/** The text of a node that people read; null if there is none. */
function wordsOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return /[a-z]/i.test(node.text) ? node.text.trim() : null;
  if (ts.isStringLiteralLike(node)) {
    const isRead = ts.isJsxAttribute(node.parent) && READ.test(node.parent.name.getText());
    const hasWords = isRead ? /[a-z]/i.test(node.text) : isWords(node.text);
    return hasWords && !isTechnical(node) ? node.text : null;
  }
  if (!ts.isTemplateExpression(node) || isTechnical(node)) return null;
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return parts.some((part) => /[a-z]{3,},? |^ [a-z]+$|^[A-Z][a-z]+\b/.test(part))
    ? node.getText()
    : null;
}

function wordsIn({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const words = wordsOf(node);
    if (words !== null) found.push(`${path}: ${words}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Typed month names, names of browsers and systems, words of the template grammar, stored words. */
const DATA = [
  'lib/format/typedDay.ts',
  'features/server/deviceName.ts',
  'features/budget/templates/sources.ts',
  'domain/reports/stored.ts',
  // The type that browsers give to dragged files.
  'components/useFileDrop.ts',
];

test('words on the screen come from the texts alone', () => {
  const wrong = sources()
    .filter(({ path }) => !path.startsWith('texts/'))
    .filter(({ path }) => !DATA.includes(path))
    .flatMap(wordsIn);
  expect(wrong).toEqual([]);
});

test('the locale is written in one place', () => {
  const wrong = sources()
    .filter(({ path, text }) => path !== 'texts/locale.ts' && /['"]en(-US)?['"]/.test(text))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});
