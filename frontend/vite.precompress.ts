import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Kinds that shrink; fonts and pictures are compressed already. */
const SHRINKING = /\.(css|html|js|json|svg|txt|webmanifest)$/;

/** Lays a `.br` and a `.gz` beside each file of the build, where that is smaller than the file. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!SHRINKING.test(name)) continue;
        const path = join(dir, name);
        const plain = readFileSync(path);
        const forms = { br: brotliCompressSync(plain), gz: gzipSync(plain, { level: 9 }) };
        for (const [ending, packed] of Object.entries(forms)) {
          if (packed.length < plain.length) writeFileSync(`${path}.${ending}`, packed);
        }
      }
    },
  };
}
