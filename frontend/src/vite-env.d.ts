/// <reference types="vite/client" />
declare const __APP_VERSION__: string;
declare module '@fontsource-variable/source-sans-3';
