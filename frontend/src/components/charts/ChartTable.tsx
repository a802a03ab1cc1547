import { useState } from 'react';
import type { AmountFormat } from '@/lib/format/amount';
import { chartsTexts } from '@/texts/charts';
import { type ChartData, readSeries, written } from './chart';
import styles from './charts.module.css';
import { Figure } from './Figure';
import type { FigureOf } from './figure';
import { moveAmongFigures } from './moveAmongFigures';
import { useSideScroll } from './useSideScroll';

interface ChartTableProps {
  data: ChartData;
  amounts: AmountFormat;
  /** Undefined where there is nothing to open. */
  onOpen: ((at: number) => void) | undefined;
  figureOf: FigureOf;
  /** The period that is returned to; null for none. */
  returnTo: string | null;
  /** Takes the keyboard to the row of that period, once it is drawn. */
  onReturn: (row: HTMLElement | null) => void;
}

/** The same figures in the same order, as a table. */
export function ChartTable(props: ChartTableProps) {
  const { data, amounts, onOpen, figureOf, returnTo, onReturn } = props;
  const { title, periodName, periods } = data;
  const series = readSeries(data);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const sides = useSideScroll(place);
  const hasTotals = series.some(({ total }) => total !== undefined);
  return (
    <div
      ref={setPlace}
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      className={styles.scroll}
      {...sides}
      onKeyDown={moveAmongFigures}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{periodName}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map(({ key, name }, at) => (
            <tr key={key}>
              <th scope="row">
                {onOpen ? (
                  <button
                    ref={key === returnTo ? onReturn : null}
                    type="button"
                    className={styles.periodLink}
                    title={chartsTexts.open}
                    onClick={() => onOpen(at)}
                  >
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              {series.map(({ id, values, format }) => (
                <td key={id} data-amount>
                  <Figure ways={figureOf(id, at)} isTabStop={at === 0}>
                    {written({ format }, amounts)(values[at])}
                  </Figure>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              <th scope="row">{chartsTexts.total}</th>
              {series.map(({ id, total, format }) => (
                <td key={id} data-amount>
                  <Figure ways={total === undefined ? null : figureOf(id, null)} isTabStop={false}>
                    {written({ format }, amounts)(total)}
                  </Figure>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
