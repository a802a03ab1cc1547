import { type DragEvent, useRef, useState } from 'react';

/** Takes files that are dropped on an element; `isOver` while they hang above it. */
export function useFileDrop(onFiles: ((files: File[]) => void) | null) {
  const [isOver, setOver] = useState(false);
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);
  const enter = (by: 1 | -1) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const withFiles = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (onFiles === null || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    act(event);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: withFiles(() => enter(1)),
      onDragOver: withFiles((event) => {
        event.dataTransfer.dropEffect = 'copy';
      }),
      onDragLeave: withFiles(() => enter(-1)),
      onDrop: withFiles((event) => {
        depth.current = 0;
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      }),
    },
  };
}
