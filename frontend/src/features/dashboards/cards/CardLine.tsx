import type { ComponentProps } from 'react';
import { Sparkline } from '@/components/charts/Sparkline';

/** The line of a card; one at zero from end to end says nothing that its figure does not. */
export function CardLine(props: ComponentProps<typeof Sparkline>) {
  const isNothing = props.lines.every(({ values }) => values.every((value) => !value));
  return isNothing ? null : <Sparkline {...props} />;
}
