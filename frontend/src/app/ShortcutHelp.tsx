import { useState } from 'react';
import { Dialog } from '@/components/Dialog';
import { TextField } from '@/components/TextField';
import { keyCaps, type Scope, type Shortcut } from '@/lib/keys/keys';
import { useAllShortcuts } from '@/lib/keys/useShortcuts';
import { helpTexts, shellTexts } from '@/texts/shell';
import styles from './ShortcutHelp.module.css';

/** The screen's own groups come before those that hold everywhere. */
const ORDER: readonly Scope[] = [
  ...(['budget', 'register', 'coming', 'screen'] as const),
  ...(['grid', 'manager', 'global'] as const),
];

function Keys({ shortcut }: { shortcut: Shortcut }) {
  return (
    <dd className={styles.keys}>
      {shortcut.keys.map((keys, index) => (
        <span key={keys} className={styles.caps}>
          {index > 0 && <span>{helpTexts.or}</span>}
          {keyCaps(keys).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </dd>
  );
}

/** All shortcuts that work now, from the one registry, with a search field. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shortcuts = useAllShortcuts().filter(
    ({ label, keys }) =>
      keys.length > 0 &&
      (label.toLowerCase().includes(wanted) || keys.some((key) => key.toLowerCase() === wanted)),
  );
  const groups = ORDER.map((scope) => ({
    scope,
    rows: shortcuts.filter((shortcut) => shortcut.scope === scope),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <Dialog title={shellTexts.shortcuts} size="wide" onClose={onClose}>
      <TextField label={helpTexts.search} value={search} onChange={setSearch} autoFocus />
      {groups.length === 0 && <p className={styles.none}>{helpTexts.none}</p>}
      <div className={styles.groups}>
        {groups.map(({ scope, rows }) => (
          <section key={scope} className={styles.group}>
            <h3>{helpTexts.scopes[scope]}</h3>
            <dl>
              {rows.map((shortcut) => (
                <div key={shortcut.id} className={styles.row}>
                  <dt>{shortcut.label}</dt>
                  <Keys shortcut={shortcut} />
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
