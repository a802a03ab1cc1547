import { ArrowLeft, Pencil, RotateCcw, Save } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { IconButton } from '@/components/IconButton';
import { RenameField } from '@/components/RenameField';
import { commonTexts } from '@/texts/common';
import { cardTexts } from '@/texts/dashboards';
import { filtersTexts } from '@/texts/filters';
import { reportScreenTexts as words } from '@/texts/reportScreens';
import styles from './screen.module.css';
import { useTitleFocus } from './useTitleFocus';

interface ScreenHeadProps {
  title: string;
  onName: (name: string) => void;
  renameLabel?: string;
  saveLabel: string;
  /** Nothing of it is saved yet. */
  isNew: boolean;
  canSave: boolean;
  /** There is something to revert. */
  isChanged: boolean;
  isSaving: boolean;
  onSave: () => void;
  onRevert: () => void;
  /** The page of cards that it belongs to. */
  backTo: string;
  /** More that can be done. */
  menu?: ReactNode;
}

/** The title, which can be edited in place, and the buttons that save or revert the changes. */
export function ScreenHead(props: ScreenHeadProps) {
  const { title, onName, saveLabel, canSave, isChanged, isSaving, onSave, onRevert } = props;
  const { renameLabel = cardTexts.rename, menu, backTo, isNew } = props;
  const { goBack } = (useLocation().state ?? {}) as { goBack?: boolean };
  const navigate = useNavigate();
  const back = () => void (goBack ? navigate(-1) : navigate(backTo));
  const [isNaming, setNaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const press = useTitleFocus(heading, `${canSave} ${isChanged}`);
  const finish = (byKey: boolean) => {
    setNaming(false);
    if (byKey) requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <IconButton label={commonTexts.back} onPress={back}>
          <ArrowLeft size="1.125rem" aria-hidden="true" />
        </IconButton>
        {isNaming ? (
          <>
            <h1 className="visually-hidden">{title}</h1>
            <RenameField
              label={cardTexts.name}
              name={title}
              className={styles.name}
              onCommit={(name, byKey) => {
                onName(name);
                finish(byKey);
              }}
              onCancel={finish}
            />
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <IconButton ref={pencil} label={renameLabel} onPress={() => setNaming(true)}>
              <Pencil size="1rem" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      <div className={styles.tools}>
        {isChanged && (
          <Button onPress={press(onRevert)}>
            <RotateCcw size="1rem" aria-hidden="true" />
            {isNew ? words.startOver : filtersTexts.revert}
          </Button>
        )}
        <Button look="primary" isDisabled={!canSave} isBusy={isSaving} onPress={press(onSave)}>
          <Save size="1rem" aria-hidden="true" />
          {saveLabel}
        </Button>
        {menu}
      </div>
    </div>
  );
}
