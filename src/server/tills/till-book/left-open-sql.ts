/** Whether a till was opened before today and is not closed, as SQL about the row `till`. */
export const isLeftOpen = (till: string): string =>
  `${till}.state <> 'closed' and ${till}.opened_on < akiba_today()`;
