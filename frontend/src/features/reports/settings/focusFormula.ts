/** The id of the field of a formula, of which a screen has one. */
export const FORMULA_FIELD = 'formula-field';

/** Takes the keyboard to the formula, and brings it into view. */
export function focusFormula(): void {
  document.getElementById(FORMULA_FIELD)?.focus();
}
