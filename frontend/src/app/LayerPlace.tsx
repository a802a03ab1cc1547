import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DialogWaiting } from '@/components/DialogWaiting';
import { PartPlace } from '@/components/PartPlace';
import { useCloseLayer } from '@/lib/layers/useLayer';

/** Where a layer is drawn; one that does not load is left, and a notice says why. */
export function LayerPlace({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const close = useCloseLayer();
  return (
    <PartPlace address={pathname} fallback={<DialogWaiting onEscape={close} />} onMissing={close}>
      {children}
    </PartPlace>
  );
}
