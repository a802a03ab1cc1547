import { type Action, isApplicable, labelOf } from '@/lib/actions/actions';
import { MenuItem } from './Menu';

/** The actions that apply, as items of a menu. */
export function actionItems<C>(actions: readonly Action<C>[], context: C) {
  return actions
    .filter((action) => isApplicable(action, context))
    .map((action) => {
      const { id, icon: Icon, look } = action;
      const keys = action.keys?.[0];
      return (
        <MenuItem
          key={id}
          id={id}
          icon={Icon && <Icon size="1rem" aria-hidden="true" />}
          reason={action.reason?.(context)}
          {...(keys ? { keys } : {})}
          {...(look ? { look } : {})}
        >
          {labelOf(action, context)}
        </MenuItem>
      );
    });
}
