import { type RefObject, useRef, useState } from 'react';

/** The field and the menu that narrow a register, for the actions that lead to them. */
export interface NarrowParts {
  search: RefObject<HTMLInputElement | null>;
  isMenuOpen: boolean;
  setMenuOpen: (isOpen: boolean) => void;
}

export function useNarrowParts(): NarrowParts {
  const search = useRef<HTMLInputElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return { search, isMenuOpen, setMenuOpen };
}
