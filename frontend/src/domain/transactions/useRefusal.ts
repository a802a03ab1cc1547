import { useRef } from 'react';

/**
 * Whether a field just rejected its text. It does so on losing focus, often by the very key or
 * press that saves the form, which then must not save.
 */
export function useRefusal() {
  const isRefused = useRef(false);
  return {
    onRefused: () => {
      isRefused.current = true;
    },
    /** For the form: earlier messages have been seen by the next key or press. */
    handlers: {
      onKeyDownCapture: () => {
        isRefused.current = false;
      },
      onPointerDownCapture: () => {
        isRefused.current = false;
      },
    },
    /** True once after a refusal. */
    takeRefusal: () => {
      const wasRefused = isRefused.current;
      isRefused.current = false;
      return wasRefused;
    },
  };
}
