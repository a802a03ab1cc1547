/** The id of what is left to budget, beside those of the categories. */
export const TO_BUDGET = 'to-budget';
