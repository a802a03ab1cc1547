import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SRC, sources } from './sources';

const isText = (path: string) => path.startsWith('texts/');

/** The program with the types of its parts, so that a text is found under whatever name. */
function programOf(paths: readonly string[]): ts.Program {
  const folder = dirname(SRC);
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(
    paths.map((path) => join(SRC, path)),
    options,
  );
}

/** The keys of the objects that a file of texts exports, with those inside of them. */
function keysOf(file: ts.SourceFile): Map<ts.Node, string> {
  const keys = new Map<ts.Node, string>();
  const visit = (node: ts.Node, path: string) => {
    const value = ts.isAsExpression(node) ? node.expression : node;
    if (!ts.isObjectLiteralExpression(value)) return;
    for (const property of value.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      const name = `${path}.${property.name.getText(file).replaceAll("'", '')}`;
      keys.set(property, name);
      visit(property.initializer, name);
    }
  };
  for (const statement of file.statements) {
    const isExported = ts.isVariableStatement(statement) && statement.modifiers;
    if (!isExported) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer) visit(initializer, name.getText(file));
    }
  }
  return keys;
}

/** The properties that the receiver of an object wants of it. */
function handedOn(node: ts.Expression, checker: ts.TypeChecker): (ts.Symbol | undefined)[] {
  const wanted = checker.getContextualType(node)?.getProperties() ?? [];
  const object = checker.getTypeAtLocation(node);
  return wanted.map(({ name }) => object.getProperty(name));
}

/** The properties a node reads: by name, by taking an object apart, by a key of known type, or all of it. */
function readBy(node: ts.Node, checker: ts.TypeChecker): (ts.Symbol | undefined)[] {
  if (ts.isPropertyAccessExpression(node)) return [checker.getSymbolAtLocation(node.name)];
  if (ts.isJsxExpression(node) && node.expression) return handedOn(node.expression, checker);
  if (ts.isCallExpression(node)) return node.arguments.flatMap((each) => handedOn(each, checker));
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = (node.propertyName ?? node.name).getText();
    return [checker.getTypeAtLocation(node.parent).getProperty(name)];
  }
  if (!ts.isElementAccessExpression(node)) return [];
  const object = checker.getTypeAtLocation(node.expression);
  const key = checker.getTypeAtLocation(node.argumentExpression);
  const names = (key.isUnion() ? key.types : [key]).filter((type) => type.isStringLiteral());
  return names.map(({ value }) => object.getProperty(value));
}

test('every text is shown somewhere', () => {
  const paths = sources().map(({ path }) => path);
  const program = programOf(paths);
  const checker = program.getTypeChecker();
  const unused = new Map<ts.Node, string>();
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => paths.includes(relative(SRC, fileName)));
  for (const file of files.filter(({ fileName }) => isText(relative(SRC, fileName)))) {
    for (const [node, name] of keysOf(file)) unused.set(node, name);
  }
  const visit = (node: ts.Node) => {
    for (const symbol of readBy(node, checker)) {
      for (const declaration of symbol?.declarations ?? []) unused.delete(declaration);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  expect([...unused.values()]).toEqual([]);
}, 240_000);

test('every step of undo is made somewhere', () => {
  const all = sources();
  const [steps] = all.filter(({ path }) => path === 'lib/history/steps.ts');
  const others = all.filter((source) => source !== steps).map(({ text }) => text);
  const table = /const FACTS = \{(.*?)\n\}/s.exec(steps?.text ?? '')?.[1] ?? '';
  const keys = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
  expect(keys.length).toBeGreaterThan(40);
  // Actions on budgets and rules name their steps themselves.
  const calls = join(SRC, '../../actors/src/calls');
  const files = readdirSync(calls, { recursive: true, encoding: 'utf8' });
  const rust = files.filter((name) => name.endsWith('.rs'));
  const named = rust.map((name) => readFileSync(join(calls, name), 'utf8'));
  const isMade = (key: string) =>
    others.some((text) => text.includes(`'${key}'`)) ||
    named.some((text) => text.includes(`"${key}"`));
  const unmade = keys.filter((key) => !isMade(key));
  // Scripts make it.
  expect(unmade).toEqual(['named']);
});
