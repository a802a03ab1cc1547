import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FAILING = fileURLToPath(new URL('../support/failing.mjs', import.meta.url));

test('a story that fails leaves a picture and a trace, one that passes nothing', () => {
  const results = mkdtempSync(join(tmpdir(), 'sobre-results-'));
  try {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, ['--test', FAILING], {
      env: { ...env, SOBRE_RESULTS: results },
    });
    assert.equal(status, 1);
    assert.deepEqual(readdirSync(results).sort(), [
      'failing-this-one-fails-0.png',
      'failing-this-one-fails.zip',
    ]);
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
});
