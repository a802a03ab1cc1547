import { ActionList, type ListedAction } from './ActionList';
import { Dialog } from './Dialog';

interface ActionSheetProps {
  title: string;
  actions: readonly ListedAction[];
  onAction: (id: string) => void;
  onClose: () => void;
}

/** A menu for a thumb: the actions of a row or a balance at the foot of the page. */
export function ActionSheet({ title, actions, onAction, onClose }: ActionSheetProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionList label={title} actions={actions} onAction={onAction} />
    </Dialog>
  );
}
