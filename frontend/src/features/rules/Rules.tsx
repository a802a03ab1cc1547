import { GitCompareArrows, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { EnvelopeDrawing } from '@/components/EnvelopeDrawing';
import { createGridStore } from '@/components/grid/gridStore';
import { ListSearch } from '@/components/grid/ListSearch';
import { ListSelection } from '@/components/grid/ListSelection';
import { ListWaiting } from '@/components/grid/ListWaiting';
import { NoMatch } from '@/components/grid/NoMatch';
import { useSelectedAmong } from '@/components/grid/selection';
import { LoadFailed } from '@/components/LoadFailed';
import { PHONE, useMedia } from '@/components/useMedia';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import type { Rule, RuleConflict } from '@/generated/contract';
import { useActions } from '@/lib/actions/useActions';
import { useOffline } from '@/lib/connection/useOffline';
import { errorText } from '@/texts/errors';
import { rulesTexts } from '@/texts/rules';
import { SELECTED } from './actions/ruleActions';
import { SCREEN_ACTIONS } from './actions/screen';
import { useConflicts, useRules } from './api';
import { editRule } from './editor/editRule';
import { RulesController } from './grid/RulesController';
import { RulesGrid } from './grid/RulesGrid';
import { narrowed, ruleRows } from './model/rows';
import { useRuleSources } from './model/useRuleSources';
import styles from './rules.module.css';

const NO_CONFLICTS: readonly RuleConflict[] = [];

interface RulesProps {
  /** Only the rules that mention this payee. */
  payee: { id: string; name: string } | null;
}

/** The list of rules, on its page or in the dialog of a payee. */
export function Rules({ payee }: RulesProps) {
  const { data: rules, error, refetch } = useRules(payee?.id ?? null);
  const names = useTransactionData();
  const failure = error ?? names.error;
  const retry = () => {
    void refetch();
    names.retry();
  };
  if (rules && names.data) return <List rules={rules} payee={payee} />;
  if (failure) return <LoadFailed onRetry={retry}>{errorText(failure)}</LoadFailed>;
  return <ListWaiting lines={8} />;
}

interface ListProps extends RulesProps {
  rules: readonly Rule[];
}

function List({ rules, payee }: ListProps) {
  const payeeId = payee?.id ?? null;
  const [text, setText] = useState('');
  const sources = useRuleSources();
  const conflicts = useConflicts().data ?? NO_CONFLICTS;
  const all = useMemo(() => ruleRows(rules, conflicts, sources), [rules, conflicts, sources]);
  const inConflict = useMemo(
    () => all.filter(({ contradiction }) => contradiction !== null).length,
    [all],
  );
  const [wantsConflicts, setWantsConflicts] = useState(false);
  const onlyConflicts = wantsConflicts && inConflict > 0;
  const rows = useMemo(() => narrowed(all, { text, onlyConflicts }), [all, text, onlyConflicts]);
  const grid = useRulesGrid();
  grid.onShow = (id) => {
    setText('');
    grid.showSaved(id);
  };
  const search = useRef<HTMLInputElement>(null);
  const create = () => editRule(null, payeeId, (id) => grid.showSaved(id));
  useActions('screen', SCREEN_ACTIONS, { search, create });
  useSelectedAmong(grid.selection, rows);
  return (
    <>
      <p className={styles.hint}>{rulesTexts.hint}</p>
      <div className={styles.tools}>
        <ListSearch
          label={rulesTexts.filter}
          clearLabel={rulesTexts.clearFilter}
          value={text}
          onChange={setText}
          grid={grid}
          input={search}
        />
        {rules.length > 0 && (
          <>
            <span className={styles.count}>{rulesTexts.count(rows.length, rules.length)}</span>
            {inConflict > 0 && (
              <Conflicts
                count={inConflict}
                isOnly={onlyConflicts}
                onToggle={() => setWantsConflicts(!onlyConflicts)}
              />
            )}
            <Button look="primary" onPress={create}>
              <Plus size="1rem" aria-hidden="true" />
              {rulesTexts.create}
            </Button>
          </>
        )}
      </div>
      <RulesGrid
        rows={rows}
        grid={grid}
        payeeId={payeeId}
        empty={
          rules.length === 0 ? (
            <NoRules payee={payee} onCreate={create} />
          ) : (
            <NoMatch>{rulesTexts.noMatch(text.trim())}</NoMatch>
          )
        }
      />
      <ListSelection grid={grid} actions={SELECTED} at={grid.at({ rowId: '', column: 'select' })} />
    </>
  );
}

interface ConflictsProps {
  count: number;
  isOnly: boolean;
  onToggle: () => void;
}

/** How many rules contradict others, and the way to see them alone. */
function Conflicts({ count, isOnly, onToggle }: ConflictsProps) {
  return (
    <span className={styles.conflicts}>
      <GitCompareArrows size="1rem" aria-hidden="true" />
      {rulesTexts.conflicts(count)}
      <Button onPress={onToggle}>{isOnly ? rulesTexts.showAll : rulesTexts.onlyConflicts}</Button>
    </span>
  );
}

/** The one controller of the table, for as long as the list is there. */
function useRulesGrid(): RulesController {
  const offline = useOffline();
  const isTouch = useMedia(PHONE);
  const [grid] = useState(() => new RulesController(createGridStore()));
  grid.offline = offline;
  grid.isTouch = isTouch;
  grid.onEdit = (rule) => editRule(rule, null, (id) => grid.showSaved(id));
  return grid;
}

function NoRules({ payee, onCreate }: RulesProps & { onCreate: () => void }) {
  return (
    <div className={styles.empty}>
      <EnvelopeDrawing />
      <h2>{payee ? rulesTexts.noneOf(payee.name) : rulesTexts.none}</h2>
      <p>{rulesTexts.noneHint}</p>
      <Button look="primary" onPress={onCreate}>
        {rulesTexts.create}
      </Button>
    </div>
  );
}
