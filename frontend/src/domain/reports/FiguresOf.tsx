import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { AskedCard } from '@/generated/contract';

/** The card or report that figures belong to. */
export interface FigureHome {
  card: AskedCard;
  /** Sets its figures apart from those of other cards on the same screen. */
  id: string;
  title: string;
  /** What its figures are about, such as their months, in words. */
  when: string;
}

const Home = createContext<FigureHome | null>(null);

/** Gives the figures inside what is behind them. */
export function FiguresOf({ children, ...home }: FigureHome & { children: ReactNode }) {
  const { card, id, title, when } = home;
  const value = useMemo(() => ({ card, id, title, when }), [card, id, title, when]);
  return <Home value={value}>{children}</Home>;
}

/** The card that figures here belong to; null where figures have nothing behind them. */
export const useFigureHome = (): FigureHome | null => useContext(Home);
