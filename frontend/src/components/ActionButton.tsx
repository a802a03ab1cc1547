import { type Action, labelOf, runAction } from '@/lib/actions/actions';
import { Button } from './Button';

interface ActionButtonProps<C> {
  action: Action<C>;
  context: C;
}

/** An action as a button of a bar. */
export function ActionButton<C>({ action, context }: ActionButtonProps<C>) {
  const { icon: Icon } = action;
  return (
    <Button onPress={() => runAction(action, context)}>
      {Icon && <Icon size="1rem" aria-hidden="true" />}
      {labelOf(action, context)}
    </Button>
  );
}
