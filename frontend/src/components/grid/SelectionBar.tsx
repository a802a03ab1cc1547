import { MoreHorizontal, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { type Action, actIn, labelOf } from '@/lib/actions/actions';
import { gridTexts } from '@/texts/grid';
import { number } from '@/texts/locale';
import { actionItems } from '../ActionItems';
import { Button } from '../Button';
import { Filled } from '../Filled';
import { IconButton } from '../IconButton';
import { Menu, MenuTrigger } from '../Menu';
import { useFitting } from '../useFitting';
import styles from './SelectionBar.module.css';

interface SelectionBarProps<Context> {
  count: number;
  /** A summary of the selection, such as its total. */
  summary?: string;
  /** More about the selection, before the actions. */
  children?: ReactNode;
  actions: readonly Action<Context>[];
  context: Context;
  onClear: () => void;
}

/** Under a grid while something is selected: how much it is, and what can be done with it. */
export function SelectionBar<Context>(props: SelectionBarProps<Context>) {
  const { count, summary, actions, context } = props;
  return (
    <Toolbar
      aria-label={gridTexts.selectedOf(count, summary)}
      className={styles.bar ?? ''}
      data-bottom-bar
      data-hands-back
    >
      <IconButton label={gridTexts.clearTheSelection} onPress={props.onClear}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
      <span className={styles.count}>
        <Filled text={gridTexts.selected} parts={{ count: <strong>{number(count)}</strong> }} />
        {summary !== undefined && <span className={styles.total}>{summary}</span>}
      </span>
      {props.children}
      <Actions actions={actions} context={context} />
    </Toolbar>
  );
}

interface ActionsProps<Context> {
  actions: readonly Action<Context>[];
  context: Context;
}

/** The actions in one line; those without room are in a menu. */
function Actions<Context>({ actions, context }: ActionsProps<Context>) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const fitting = useFitting(place);
  const act = (id: unknown) => actIn(actions, id, context);
  const rest = actions.slice(fitting);
  return (
    <>
      <div ref={setPlace} className={styles.actions}>
        {actions.map((action, index) => (
          <Button
            key={action.id}
            look="bare"
            className={index < fitting ? undefined : styles.hidden}
            aria-keyshortcuts={action.keys?.[0]}
            isDisabled={action.reason?.(context) !== undefined}
            onPress={() => act(action.id)}
          >
            {labelOf(action, context)}
            <kbd className={styles.key}>{action.keys?.[0]}</kbd>
          </Button>
        ))}
      </div>
      {rest.length > 0 && (
        <MenuTrigger>
          <IconButton label={gridTexts.moreActions}>
            <MoreHorizontal size="1.125rem" aria-hidden="true" />
          </IconButton>
          <Menu placement="top end" onAction={act}>
            {actionItems(rest, context)}
          </Menu>
        </MenuTrigger>
      )}
    </>
  );
}
