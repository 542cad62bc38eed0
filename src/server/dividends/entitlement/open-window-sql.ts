/** Whether members can choose now where a dividend `d` goes, as SQL. */
export const windowIsOpen =
  "(d.state = 'posted' and d.opens_at <= akiba_now() and akiba_now() < d.closes_at)";
