import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import { bundleBudget } from './vite.bundleBudget.ts';
import { chunks, fileNames } from './vite.chunks.ts';
import { separateIcons } from './vite.icons.ts';
import { precompress } from './vite.precompress.ts';

const BACKEND = 'http://127.0.0.1:5106';
// The program answers only to pages of its own address.
const passOn = { target: BACKEND, changeOrigin: true, headers: { origin: BACKEND } };

export default defineConfig({
  plugins: [
    separateIcons(),
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    bundleBudget(),
    precompress(),
  ],
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy forbids data: URLs, so no asset is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: chunks, ...fileNames } },
    // What matters is what a screen needs in all; the bundle budget looks at that.
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
  },
  server: {
    // The cookie of the program's own address holds here too, if the host is the same.
    host: '127.0.0.1',
    proxy: { '/ws': { ...passOn, ws: true }, '/api': passOn },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
