import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { LoadFailed } from '@/components/LoadFailed';
import { Skeleton } from '@/components/Skeleton';
import { useTransactionData } from '@/domain/transactions/useTransactionData';
import type { CategoryReason, Rule } from '@/generated/contract';
import { dayText } from '@/lib/format/ago';
import { openModal, type RuleStart } from '@/lib/modals/named';
import { usePref } from '@/lib/prefs/prefs';
import { commonTexts } from '@/texts/common';
import { errorText } from '@/texts/errors';
import { rulesTexts, whyTexts } from '@/texts/rules';
import { useCategoryReason } from '../api';
import { editRule } from '../editor/editRule';
import { Sentence } from '../grid/Sentence';
import { ruleSentence } from '../model/sentences';
import { useRuleSources } from '../model/useRuleSources';
import { reasonWords } from './reason';
import styles from './why.module.css';

interface WhyCategoryDialogProps {
  id: string;
  /** The initial values of a rule for such transactions; null for the line of a split. */
  start: RuleStart | null;
  onClose: () => void;
}

/** Where the category of a transaction comes from, with the rule that has to do with it. */
export default function WhyCategoryDialog({ id, start, onClose }: WhyCategoryDialogProps) {
  const { data: reason, error, refetch } = useCategoryReason(id);
  const rule = reason?.rule?.rule;
  const create = () => {
    if (start) openModal('new-rule', { start });
  };
  return (
    <Dialog
      title={whyTexts.title}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            {commonTexts.close}
          </Button>
          {rule ? (
            <Button look="primary" size="large" onPress={() => editRule(rule, null, () => {})}>
              {whyTexts.open}
            </Button>
          ) : (
            reason &&
            start && (
              <Button look="primary" size="large" onPress={create}>
                {rulesTexts.create}
              </Button>
            )
          )}
        </>
      }
    >
      {reason ? (
        <Reason reason={reason} isLine={start === null} />
      ) : error ? (
        <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
      ) : (
        <Skeleton width="80%" />
      )}
    </Dialog>
  );
}

function Reason({ reason, isLine }: { reason: CategoryReason; isLine: boolean }) {
  const { data: lookups } = useTransactionData();
  const dateFormat = usePref('dateFormat');
  if (!lookups) return <Skeleton width="80%" />;
  const words = reasonWords(reason, {
    nameOf: (id) => lookups.categoryName.get(id) ?? '…',
    dayOf: (ms) => dayText(ms, dateFormat),
    isLine,
  });
  return (
    <div className={styles.reason}>
      {words.facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <p className={styles.relation}>{words.rule}</p>
      {reason.rule && <RuleBox rule={reason.rule.rule} />}
    </div>
  );
}

function RuleBox({ rule }: { rule: Rule }) {
  const { conditions, actions } = ruleSentence(rule, useRuleSources());
  return (
    <div className={styles.rule}>
      <div>
        <Sentence phrases={conditions} />
      </div>
      <div>
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <Sentence phrases={actions} />
      </div>
    </div>
  );
}
