import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PACKAGE = 'lucide-react';
const ICON_EXPORTS = /export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g;
const ICON_IMPORTS = /import \{([^}]+)\} from 'lucide-react';/g;

const words = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The file of each icon by its names. */
function iconFiles(): Map<string, string> {
  const anIcon = import.meta.resolve(`${PACKAGE}/icons/check`);
  const index = readFileSync(new URL('../lucide-react.mjs', anIcon), 'utf8');
  const files = new Map<string, string>();
  for (const [, list = '', file = ''] of index.matchAll(ICON_EXPORTS)) {
    for (const word of words(list)) files.set(word.replace('default as ', ''), file);
  }
  return files;
}

/**
 * Imports each icon from its own file. The package's index counts as needed by the first screen,
 * and all icons with it, also those of screens that load later.
 */
export function separateIcons(): Plugin {
  let files = new Map<string, string>();
  const importOf = (word: string): string => {
    if (word.startsWith('type ')) return `import type { ${word.slice(5)} } from '${PACKAGE}';`;
    const [name = '', local = name] = word.split(' as ');
    const file = files.get(name);
    return file === undefined
      ? `import { ${word} } from '${PACKAGE}';`
      : `import ${local} from '${PACKAGE}/icons/${file}';`;
  };
  return {
    name: 'separate-icons',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      files = iconFiles();
    },
    transform(code, id) {
      if (!id.includes('/src/') || !code.includes(PACKAGE)) return null;
      const separate = (_: string, list: string) => words(list).map(importOf).join(' ');
      return { code: code.replace(ICON_IMPORTS, separate), map: null };
    },
  };
}
