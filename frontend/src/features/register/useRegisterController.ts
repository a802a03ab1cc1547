/** The model of a register and its one controller, for wide screens and for phones. */
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { createGridStore } from '@/components/grid/gridStore';
import { useGoToDraft } from '@/domain/transactions/useGoToDraft';
import { useViewStore } from '@/domain/transactions/view';
import { useOffline } from '@/lib/connection/useOffline';
import { useOpenLayer } from '@/lib/layers/useLayer';
import { usePref } from '@/lib/prefs/prefs';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { RegisterController } from './grid/RegisterController';
import type { RegisterModel } from './grid/registerModel';

/** The model the lines are drawn from; stable until one of its parts changes. */
export function useRegisterModelOf(
  parts: Omit<RegisterModel, 'view' | 'amounts' | 'dates' | 'offline'>,
): RegisterModel {
  const { viewId, list, data, columns, folding, selection, foldingLocked } = parts;
  const view = useViewStore();
  const amounts = useAmountFormat();
  const dates = usePref('dateFormat');
  const offline = useOffline();
  return useMemo(
    () => ({
      viewId,
      list,
      view,
      data,
      columns,
      folding,
      selection,
      amounts,
      dates,
      offline,
      foldingLocked,
    }),
    [viewId, list, view, data, columns, folding, selection, amounts, dates, offline, foldingLocked],
  );
}

/** The one controller of the grid, for as long as the register is shown. */
export function useRegisterController(
  model: RegisterModel,
  onFold: RegisterController['onFold'],
): RegisterController {
  const [controller] = useState(() => new RegisterController(createGridStore(), model));
  controller.onFold = onFold;
  controller.model = model;
  controller.goToDraft = useGoToDraft();
  controller.openLayer = useOpenLayer();
  const navigate = useNavigate();
  controller.goTo = (path) => void navigate(path, { state: { goBack: true } });
  useEffect(() => () => controller.leave(), [controller]);
  return controller;
}
