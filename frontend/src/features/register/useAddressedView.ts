import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createView, openView, type ViewStore } from '@/domain/transactions/view';
import { type GivenView, givenView, isViewGiven } from '@/features/filters/navigation';
import { searchExpression } from '@/features/filters/search';
import {
  type AddressedView,
  askFilters,
  knownFilters,
  viewOfSearch,
  viewSearch,
} from '@/features/filters/viewUrl';
import { usePref } from '@/lib/prefs/prefs';
import { useToday } from '@/lib/prefs/useToday';

/**
 * The view that the address describes; null until its filters are known. View and address are kept
 * the same. Filters that came with the navigation become part of the address, so that a reload does
 * not bring them back after they were taken away.
 */
export function useAddressedView(): ViewStore | null {
  const { pathname, search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const [view] = useState(createView);
  const [isOpen, setOpen] = useState(false);
  const formats = {
    numberFormat: usePref('numberFormat'),
    dateFormat: usePref('dateFormat'),
    today: useToday(),
  };
  const latest = useRef({ search, formats });
  useLayoutEffect(() => {
    latest.current = { search, formats };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history is read once.
  useLayoutEffect(() => {
    const given = givenView(state);
    const isGiven = isViewGiven(state);
    // The address follows the view, so that its own change is no news.
    const isShown = isOpen && viewSearch(view.getState(), search) === search;
    if (isShown && !isGiven) return;
    const wanted = viewOfSearch(search) ?? { ...NOTHING, ...searchOf(given) };
    const filters = viewOfSearch(search) ? knownFilters(wanted.filters) : given.filters;
    const open = (ready: GivenView['filters']) => {
      const expression = searchExpression(wanted.search, latest.current.formats);
      openView(view, { ...wanted, filters: ready, searchExpression: expression });
      setOpen(true);
    };
    if (filters) return open([...filters]);
    let isLeft = false;
    const ask = askFilters(wanted.filters).catch(() => []);
    void ask.then((ready) => isLeft || open(ready));
    return () => {
      isLeft = true;
    };
  }, [search, key]);

  useEffect(() => {
    if (!isOpen) return;
    const write = () => {
      const next = viewSearch(view.getState(), latest.current.search);
      const { goBack } = (state ?? {}) as { goBack?: boolean };
      if (next === latest.current.search && !isViewGiven(state)) return;
      latest.current = { ...latest.current, search: next };
      const rest = goBack ? { goBack } : null;
      void navigate({ pathname, search: next, hash }, { replace: true, state: rest });
    };
    write();
    return view.subscribe(write);
  }, [isOpen, view, pathname, hash, state, navigate]);
  return isOpen ? view : null;
}

const NOTHING: AddressedView = {
  search: '',
  sort: null,
  filterName: null,
  savedId: null,
  parts: false,
  filters: [],
};

function searchOf({ search = '', filterName }: GivenView) {
  return { search, filterName };
}
