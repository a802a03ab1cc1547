// Runs the program and the development server side by side; ends both together.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const run = (command, args, cwd) => spawn(command, args, { cwd, stdio: 'inherit' });

const children = [
  run('cargo', ['run', '-p', 'web-api', '--', 'serve', '--no-open'], root),
  run(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js')],
    join(root, 'frontend'),
  ),
];

let ending = false;
const end = (code) => {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill();
  process.exitCode = code;
};
for (const child of children) child.on('exit', (code) => end(code ?? 0));
process.on('SIGINT', () => end(0));
