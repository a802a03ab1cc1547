import { ChevronRight, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '@/components/ButtonLink';
import { IconButton } from '@/components/IconButton';
import { Switch } from '@/components/Switch';
import { announce } from '@/lib/announce/announce';
import { copyText } from '@/lib/clipboard/copyText';
import { usePref } from '@/lib/prefs/prefs';
import { exact } from '@/texts/exact';
import { settingsTexts } from '@/texts/settings';
import { Action } from './Action';
import { resetBudgetCache } from './api';
import { ResetSync } from './SyncSection';
import styles from './settings.module.css';
import { useSaving } from './useSaving';

const { advanced } = settingsTexts;

/** Rarely used settings, collapsed by default; the address #advanced expands them. */
export function AdvancedSection() {
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(hash === '#advanced');
  useEffect(() => {
    if (hash === '#advanced') setOpen(true);
  }, [hash]);
  return (
    <section id="advanced" className={styles.section} aria-labelledby="advanced-title">
      <h2 id="advanced-title" className={styles.fold}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="advanced-content"
          onClick={() => setOpen(!isOpen)}
        >
          {advanced.title}
          <ChevronRight size="1.125rem" aria-hidden="true" />
        </button>
      </h2>
      <div id="advanced-content" hidden={!isOpen} className={styles.folded}>
        {isOpen && <Advanced />}
      </div>
    </section>
  );
}

function Advanced() {
  const resetCache = async () => {
    await resetBudgetCache();
    return advanced.cacheDone;
  };
  return (
    <>
      <h3>{advanced.ids}</h3>
      <dl className={styles.ids}>
        <Id name={advanced.budgetId} value={usePref('id')} />
        <Id name={advanced.syncId} value={usePref('groupId')} />
      </dl>
      <Action name={advanced.cache} hint={advanced.cacheHint} run={resetCache} />
      <ResetSync />
      <div className={styles.actionLine}>
        <ButtonLink look="plain" to="/tools/fix-splits">
          {exact.repairSplits}
        </ButtonLink>
        <p className={styles.hint}>{advanced.repairHint}</p>
      </div>
      <Experimental />
    </>
  );
}

/** What may still change; a switch that cannot be used says why. */
function Experimental() {
  const saving = useSaving();
  const isOn = usePref('flags.reportBudget');
  const isInUse = usePref('budgetType') === 'report';
  const hintId = useId();
  return (
    <>
      <h3>{advanced.experimental}</h3>
      <div className={styles.actionLine}>
        <Switch
          isSelected={isOn || isInUse}
          isDisabled={isInUse}
          onChange={(isChosen) => saving.save({ 'flags.reportBudget': isChosen })}
          aria-describedby={hintId}
        >
          {advanced.reportBudget}
        </Switch>
        <p id={hintId} className={styles.hint}>
          {isInUse ? advanced.reportInUse : advanced.reportHint}
        </p>
      </div>
      <Templates onChange={(isOn) => saving.save({ 'flags.goalTemplatesEnabled': isOn })} />
      {saving.error && (
        <p role="alert" className={styles.error}>
          {saving.error}
        </p>
      )}
    </>
  );
}

function Templates({ onChange }: { onChange: (isOn: boolean) => void }) {
  const hintId = useId();
  return (
    <div className={styles.actionLine}>
      <Switch
        isSelected={usePref('flags.goalTemplatesEnabled')}
        onChange={onChange}
        aria-describedby={hintId}
      >
        {advanced.templates}
      </Switch>
      <p id={hintId} className={styles.hint}>
        {advanced.templatesHint}
      </p>
    </div>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await copyText(value);
      announce(advanced.copied(name));
    } catch {
      // Without the right to the clipboard the text is selected, ready for the keys.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code ref={text}>{value || advanced.none}</code>
        {value && (
          <IconButton label={advanced.copy(name)} onPress={() => void copy()}>
            <Copy size="1rem" aria-hidden="true" />
          </IconButton>
        )}
      </dd>
    </div>
  );
}
