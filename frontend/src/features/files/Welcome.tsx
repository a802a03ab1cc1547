import { FilePlus2, FlaskConical, FolderInput } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { Spoken } from '@/components/Spoken';
import { useServer } from '@/lib/server/server';
import { exact } from '@/texts/exact';
import { filesTexts } from '@/texts/files';
import { openImportDialog } from './ImportDialog';
import { askNewBudget } from './NewBudgetDialog';
import { openDemo } from './openSteps';
import styles from './Welcome.module.css';

interface ChoiceProps {
  icon: ReactNode;
  name: string;
  hint: string;
  isFirst?: boolean;
  onPress: () => void;
}

function Choice({ icon, name, hint, isFirst, onPress }: ChoiceProps) {
  return (
    <Button className={`${styles.choice} ${isFirst ? styles.first : ''}`} onPress={onPress}>
      <Spoken text={name}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.hint}>{hint}</span>
      </Spoken>
    </Button>
  );
}

/** The first run: three ways to a budget, each with a sentence. */
export function Welcome() {
  const hasServer = useServer(({ url }) => Boolean(url));
  return (
    <>
      <p className={styles.lead}>{filesTexts.welcomeLead}</p>
      <div className={styles.choices}>
        <Choice
          isFirst
          icon={<FilePlus2 size="1.25rem" aria-hidden="true" />}
          name={exact.createNewFile}
          hint={filesTexts.emptyCreate}
          onPress={() => askNewBudget([])}
        />
        <Choice
          icon={<FolderInput size="1.25rem" aria-hidden="true" />}
          name={exact.importFile}
          hint={filesTexts.emptyImport}
          onPress={openImportDialog}
        />
        <Choice
          icon={<FlaskConical size="1.25rem" aria-hidden="true" />}
          name={exact.tryDemo}
          hint={filesTexts.emptyDemo}
          onPress={() => void openDemo()}
        />
      </div>
      {!hasServer && (
        <p className={styles.connect}>
          <ButtonLink to="/config-server">{filesTexts.connect}</ButtonLink>
        </p>
      )}
    </>
  );
}
