import { useRef } from 'react';

/**
 * Whether a field just rejected its text. It does so on losing focus, often by the very key or
 * press that saves the form, which then must not save.
 */
export function useKept() {
  const isKept = useRef(false);
  return {
    onKept: () => {
      isKept.current = true;
    },
    /** For the form: earlier messages have been seen by the next key or press. */
    begins: {
      onKeyDownCapture: () => {
        isKept.current = false;
      },
      onPointerDownCapture: () => {
        isKept.current = false;
      },
    },
    /** True once. */
    isNews: () => {
      const isNews = isKept.current;
      isKept.current = false;
      return isNews;
    },
  };
}
