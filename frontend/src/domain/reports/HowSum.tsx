import { useAmountFormat } from '@/lib/prefs/useFormat';
import { drillTexts } from '@/texts/drill';
import { number } from '@/texts/locale';
import type { How } from './how';
import styles from './how.module.css';
import type { Piece } from './pieces';

interface HowSumProps {
  how: How;
  wordsOf: (piece: Piece) => string;
}

/** All that there is, less what is left out, is the figure: to the cent. */
export function HowSum({ how, wordsOf }: HowSumProps) {
  const { format } = useAmountFormat();
  const { about, all, left, total, afterToday } = how;
  const words = about.filter(({ kind }) => kind !== 'dates').map(wordsOf);
  return (
    <table className={styles.sum}>
      <caption className="visually-hidden">{drillTexts.sum}</caption>
      <thead>
        <tr>
          <th scope="col">{drillTexts.what}</th>
          <th scope="col">{drillTexts.count}</th>
          <th scope="col">{drillTexts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {left.length > 0 && (
          <tr>
            <th scope="row">{words.length > 0 ? drillTexts.allOf(words) : drillTexts.all}</th>
            <td>{number(all.count)}</td>
            <td data-amount>{format(all.sum)}</td>
          </tr>
        )}
        {left.map(({ piece, sum, count }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of words without state.
          <tr key={at}>
            <th scope="row">
              {drillTexts.leftOut(piece.leaves ?? drillTexts.notSo(wordsOf(piece)))}
            </th>
            <td>{drillTexts.less(number(count))}</td>
            <td data-amount>{format(0 - sum)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{drillTexts.counted}</th>
          <td>{number(total.count)}</td>
          <td data-amount>{format(total.sum)}</td>
        </tr>
        {afterToday.count > 0 && (
          <tr className={styles.later}>
            <th scope="row">{drillTexts.afterToday}</th>
            <td>{number(afterToday.count)}</td>
            <td data-amount>{format(afterToday.sum)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
