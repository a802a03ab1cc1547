import { useRef } from 'react';

/**
 * Whether what was typed could not be taken, which a field tells as it is left: by the very key or
 * press that is to save, which then must not. It is looked at first.
 */
export function useKept() {
  const isKept = useRef(false);
  return {
    onKept: () => {
      isKept.current = true;
    },
    /** For the form: what was told before has been seen by then. */
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
