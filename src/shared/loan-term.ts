/** The longest term of a loan in months; the table of loans has the same bound. */
export const LONGEST_TERM = 120;
