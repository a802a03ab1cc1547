import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { overlayClosed } from '@/lib/focus/overlays';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5_000 });
afterEach(async () => {
  cleanup();
  if (vi.isFakeTimers()) return;
  // A dialog that closed last still gives the focus back, one task after it is gone.
  await overlayClosed();
  await new Promise((resolve) => setTimeout(resolve));
});

// jsdom lacks these; components only need them to exist.
if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
      dispatchEvent: () => false,
    }) as MediaQueryList;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const escaped = (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`);
  globalThis.CSS ??= { escape: escaped } as typeof CSS;
  Element.prototype.scrollIntoView ??= () => {};
  // The router makes requests with jsdom's AbortSignal, which the one of Node refuses.
  const NodeRequest = globalThis.Request;
  globalThis.Request = class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, { ...init, signal: null });
    }
  };
}
