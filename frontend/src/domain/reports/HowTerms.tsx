import { Figure as FigureButton } from '@/components/charts/Figure';
import { drillTexts } from '@/texts/drill';
import type { Figure, Term } from './figure';
import styles from './how.module.css';

interface HowTermsProps {
  terms: readonly Term[];
  onOpen: (figure: Figure) => void;
}

/** The figures that another one is made of, each with the way to its transactions. */
export function HowTerms({ terms, onOpen }: HowTermsProps) {
  return (
    <>
      <p>{drillTexts.madeOfTerms}</p>
      <table className={styles.sum}>
        <tbody>
          {terms.map(({ sign, figure }) => {
            const open = () => onOpen(figure);
            return (
              <tr key={figure.id}>
                <th scope="row">
                  <span className={styles.sign}>{sign}</span> {figure.name}
                </th>
                <td data-amount>
                  <FigureButton
                    ways={
                      figure.source || figure.pieces || figure.place !== undefined
                        ? { id: figure.id, name: figure.name, open, explain: open }
                        : null
                    }
                  >
                    {figure.value}
                  </FigureButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
